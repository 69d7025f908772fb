import { formatCount } from '@gcscope/gc-core/wire';
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
import { useGo, useView } from '../../address/navigation.tsx';
import { toggled, type ViewFilter } from '../../data/selection.ts';
import { useIsUnread } from '../../data/use-graph.ts';
import { BreakableName } from '../../ui/BreakableName.tsx';

/** Rows shown before a search or “Show more”. */
const ROWS = 10;
/** More rows than anyone reads; a search finds the others. */
const MOST = 200;

/** A value to filter by. */
interface FilterRow {
  readonly value: string;
  /** Number of objects that have it. */
  readonly count: number;
  readonly sign?: ReactNode;
  readonly label: string;
  readonly hint?: string | undefined;
}

export interface FilterGroupProps {
  readonly title: string;
  readonly name: keyof ViewFilter;
  readonly rows: readonly FilterRow[];
  /** The label of the search field above a long list. */
  readonly find?: string;
  /** Note on values without a row. */
  readonly note?: string | undefined;
}

/** The values of one filter: one stop of the Tab key, or two with the search above a long list. */
export function FilterGroup(props: FilterGroupProps): ReactNode {
  const { title, name, rows, find, note } = props;
  const chosen: readonly string[] = useView()[name];
  const isUnread = useIsUnread();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = rows.filter(({ label, hint = '' }) =>
    `${label} ${hint}`.toLowerCase().includes(wanted),
  );
  const most = isOpen || wanted !== '' ? MOST : ROWS;
  const shown = found.filter(({ value }, at) => at < most || chosen.includes(value));
  const none = isUnread ? 'Not read.' : wanted === '' ? 'None.' : 'No match.';
  // Cluster-scoped objects have a row, but are in no namespace.
  const total = rows.filter(({ value }) => value !== '').length;
  const list = <Rows {...props} rows={shown} none={none} isUnread={isUnread} />;
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
          {isOpen
            ? 'Show fewer'
            : `Show ${rows.length > MOST ? MOST : 'all'} of ${formatCount(total)}`}
        </Button>
      )}
      {found.length > shown.length && most === MOST && (
        <p className="filter-more soft">
          {formatCount(found.length - shown.length)} more. Type to find them.
        </p>
      )}
      {note !== undefined && <p className="filter-more soft">{note}</p>}
    </section>
  );
}

interface RowsProps extends FilterGroupProps {
  /** Text in place of rows. */
  readonly none: string;
  /** Whether no number is known yet. */
  readonly isUnread: boolean;
}

function Rows({ title, name, rows, none, isUnread }: RowsProps): ReactNode {
  const chosen: readonly string[] = useView()[name];
  const go = useGo();
  const toggle = (keys: Selection): void => {
    if (keys === 'all') return;
    const changed = rows
      .map(({ value }) => value)
      .filter((value) => keys.has(keyOf(value)) !== chosen.includes(value));
    // Another filter gives another map, which chooses its own start.
    go((before) => ({
      [name]: changed.reduce<readonly string[]>(toggled, before[name]),
      camera: undefined,
    }));
  };
  return (
    <ListBox
      aria-label={title}
      items={rows.map((row) => ({ ...row, id: keyOf(row.value) }))}
      dependencies={[isUnread]}
      selectionMode="multiple"
      selectedKeys={chosen.map(keyOf)}
      onSelectionChange={toggle}
      escapeKeyBehavior="none"
      renderEmptyState={() => <p className="filter-more soft">{none}</p>}
    >
      {({ label, hint, sign, count }) => (
        <ListBoxItem textValue={label} className="row filter-row">
          <span className="filter-tick">
            <Check size={12} aria-hidden />
          </span>
          {sign}
          <span className="filter-name" title={hint}>
            <BreakableName name={label} />
          </span>
          <span className="soft">{isUnread ? '?' : formatCount(count)}</span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** A value may be empty, which no key may be. */
function keyOf(value: string): string {
  return `=${value}`;
}
