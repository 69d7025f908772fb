import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Button,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  type Selection,
} from 'react-aria-components';
import { KindWord } from '../../ui/KindWord.tsx';

/** Rows shown before a search or “Show more”. */
const ROWS = 10;
/** More rows than anyone reads; a search finds the others. */
const MOST = 200;

/** A value to filter by. */
interface FilterRow<Value> {
  readonly value: Value;
  /** How many objects have it; absent if not counted. */
  readonly count?: number;
  readonly sign?: ReactNode;
  readonly label: string;
  readonly hint?: string | undefined;
}

export interface FilterGroupProps<Value> {
  readonly title: string;
  readonly rows: readonly FilterRow<Value>[];
  readonly chosen: readonly Value[];
  readonly onToggle: (values: readonly Value[]) => void;
  /** What a search field above a long list is called. */
  readonly find?: string;
}

/** The values of one filter: one stop of the Tab key, or two with the search above a long list. */
export function FilterGroup<Value extends string>(props: FilterGroupProps<Value>): ReactNode {
  const { title, rows, chosen, find } = props;
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = rows.filter(({ label, hint = '' }) =>
    `${label} ${hint}`.toLowerCase().includes(wanted),
  );
  const most = isOpen || wanted !== '' ? MOST : ROWS;
  const shown = found.filter(({ value }, at) => at < most || chosen.includes(value));
  const list = <Rows {...props} rows={shown} />;
  return (
    <section className="filter-group">
      <h3>{title}</h3>
      {rows.length > ROWS && find !== undefined ? (
        <Autocomplete inputValue={words} onInputChange={setWords}>
          <SearchField aria-label={find} className="text-field filter-search">
            <Input placeholder={find} />
          </SearchField>
          {list}
        </Autocomplete>
      ) : (
        list
      )}
      {wanted === '' && rows.length > ROWS && (
        <Button className="button" data-quiet="" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show ${rows.length > MOST ? MOST : 'all'} of ${rows.length}`}
        </Button>
      )}
      {found.length > shown.length && most === MOST && (
        <p className="filter-more soft">
          {(found.length - shown.length).toLocaleString('en')} more. Type to find them.
        </p>
      )}
    </section>
  );
}

function Rows<Value extends string>({
  title,
  rows,
  chosen,
  onToggle,
}: FilterGroupProps<Value>): ReactNode {
  const toggle = (keys: Selection): void => {
    if (keys === 'all') return;
    const isChanged = ({ value }: FilterRow<Value>): boolean =>
      keys.has(keyOf(value)) !== chosen.includes(value);
    onToggle(rows.filter(isChanged).map(({ value }) => value));
  };
  return (
    <ListBox
      aria-label={title}
      items={rows.map((row) => ({ ...row, id: keyOf(row.value) }))}
      selectionMode="multiple"
      selectedKeys={chosen.map(keyOf)}
      onSelectionChange={toggle}
      escapeKeyBehavior="none"
      renderEmptyState={() => <p className="filter-more soft">No entry contains these letters.</p>}
    >
      {({ label, hint, sign, count }) => (
        <ListBoxItem textValue={label} className="row filter-row">
          <span className="filter-tick">
            <Check size={12} aria-hidden />
          </span>
          {sign}
          <span className="filter-name" title={hint}>
            <KindWord kind={label} />
          </span>
          {count !== undefined && <span className="soft">{count.toLocaleString('en')}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** A value may be empty, which no key may be. */
function keyOf(value: string): string {
  return `=${value}`;
}
