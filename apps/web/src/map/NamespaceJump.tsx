import { formatCount, type NodeRecord, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { Boxes, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Button,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { FloatingDialog } from '../ui/FloatingDialog.tsx';
import { StateSign } from '../ui/Marks.tsx';
import { countProblems, type NamespaceSummary, worstFirst } from './world/problems.ts';

export interface NamespaceJumpProps {
  readonly namespaces: readonly NamespaceSummary[];
  /** Namespaces without objects: there is nothing of them on the map but their own cards. */
  readonly empty: readonly NodeRecord[];
  readonly onEnter: (namespace: string) => void;
  readonly onSelect: (uid: Uid) => void;
}

/** A line of the list. */
interface Row extends Pick<NamespaceSummary, 'label' | 'problems'> {
  /** A key is never empty. */
  readonly id: string;
  readonly count: string;
  readonly go: () => void;
}

/** The namespaces on the map, those with the worst problems first: choosing one flies there. */
export function NamespaceJump(props: NamespaceJumpProps): ReactNode {
  const { namespaces, empty } = props;
  const [isOpen, setOpen] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  const count = formatCount(namespaces.filter(({ namespace }) => namespace !== '').length);
  const others = empty.length === 0 ? '' : `, and ${formatCount(empty.length)} without objects`;
  const rows = rowsOf(props);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button" data-quiet="" aria-label={`Namespaces: ${count}${others}`}>
        <Boxes size={14} aria-hidden /> <span className="jump-word">Namespaces</span> {count}
      </Button>
      <FloatingDialog label="Go to a namespace" className="jump" placement="top end">
        <Autocomplete filter={contains}>
          <SearchField aria-label="Find a namespace" className="list-search" autoFocus>
            <Search size={14} aria-hidden />
            <Input placeholder="Go to a namespace" />
          </SearchField>
          <ListBox
            className="jump-list"
            aria-label="Namespaces, the worst first"
            items={rows}
            onAction={(key) => {
              setOpen(false);
              rows.find(({ id }) => id === key)?.go();
            }}
            renderEmptyState={() => (
              <p className="soft jump-empty">No namespace has this in its name.</p>
            )}
          >
            {({ id, label, count, problems }) => (
              <ListBoxItem id={id} textValue={label} className="option jump-row">
                <span className="cut jump-name">{visibleText(label)}</span>
                {problems.map(([state, count]) => (
                  <span
                    key={state}
                    className="state-word"
                    data-state={state}
                    title={countProblems(state, count)}
                  >
                    <StateSign state={state} />
                    <span aria-hidden="true">{formatCount(count)}</span>
                    <span className="hidden-visually">{countProblems(state, count)}</span>
                  </span>
                ))}
                <span className="soft jump-count">{count}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      </FloatingDialog>
    </DialogTrigger>
  );
}

function rowsOf({ namespaces, empty, onEnter, onSelect }: NamespaceJumpProps): readonly Row[] {
  const filled = worstFirst(namespaces).map(
    ({ namespace, label, problems, count }): Row => ({
      id: `n${namespace}`,
      label,
      problems,
      count: formatCount(count),
      go: () => onEnter(namespace),
    }),
  );
  const others = empty.map(
    ({ uid, name }): Row => ({
      id: `u${uid}`,
      label: name,
      problems: [],
      count: 'no objects',
      go: () => onSelect(uid),
    }),
  );
  return [...filled, ...others];
}
