import { formatCount, visibleText } from '@gcscope/gc-core/wire';
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
  readonly onEnter: (namespace: string) => void;
}

/** The namespaces on the map, those with the worst problems first: choosing one flies there. */
export function NamespaceJump({ namespaces, onEnter }: NamespaceJumpProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  const count = formatCount(namespaces.filter(({ namespace }) => namespace !== '').length);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button" data-quiet="" aria-label={`Namespaces: ${count}`}>
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
            items={worstFirst(namespaces)}
            onAction={(key) => {
              setOpen(false);
              onEnter(String(key).slice(1));
            }}
            renderEmptyState={() => (
              <p className="soft jump-empty">No namespace has this in its name.</p>
            )}
          >
            {({ namespace, label, count, problems }) => (
              // A key is never empty.
              <ListBoxItem id={`n${namespace}`} textValue={label} className="option jump-row">
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
                <span className="soft jump-count">{formatCount(count)}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      </FloatingDialog>
    </DialogTrigger>
  );
}
