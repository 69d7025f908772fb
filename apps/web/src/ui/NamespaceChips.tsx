import { formatCount } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useView } from '../address/navigation.tsx';
import { toggled } from '../data/selection.ts';
import { ChipGroup } from './Chip.tsx';
import { listedFirst } from './listed-first.ts';
import { usePrinting } from './printing.ts';
import { useNarrow } from './use-narrow.ts';

/** Shown at once: a hundred would fill the screen, and a dozen that of a phone. */
const SHOWN = 12;
const SHOWN_NARROW = 4;

export interface NamespaceChipsProps {
  readonly counts: ReadonlyMap<string, number>;
  /** How many namespaces there are to choose among without any filter; left out: those with a count. */
  readonly choices?: number;
}

/** Filters by namespace, those with the most first. */
export function NamespaceChips({ counts, choices }: NamespaceChipsProps): ReactNode {
  const { namespaces } = useView();
  const [isOpen, setOpen] = useState(false);
  const narrow = useNarrow();
  const printing = usePrinting();
  const countOf = (namespace: string): number => counts.get(namespace) ?? 0;
  // A chosen namespace without entries stays in the list, so that you can deselect it.
  const all = [...new Set([...counts.keys(), ...namespaces])]
    .sort()
    .sort((a, b) => countOf(b) - countOf(a));
  const total = formatCount(all.length);
  const most = listedFirst(all.length, narrow ? SHOWN_NARROW : SHOWN);
  const shown = isOpen ? all : all.filter((each, at) => at < most || namespaces.includes(each));
  return (
    <ChipGroup
      word="Where"
      {...(choices !== undefined && { choices })}
      chips={shown.map((namespace) => ({
        word: namespace === '' ? 'cluster-scoped' : `in ${namespace}`,
        count: countOf(namespace),
        current: namespaces.includes(namespace),
        change: { namespaces: toggled(namespaces, namespace) },
      }))}
    >
      {all.length > most && printing && !isOpen && (
        <span className="chips-label">
          {shown.length} of {total} namespaces shown
        </span>
      )}
      {all.length > most && !printing && (
        <Button className="chip" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer namespaces' : `Show all of ${total} namespaces`}
        </Button>
      )}
    </ChipGroup>
  );
}

/** How often each occurs. */
export function namespaceCounts(namespaces: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of namespaces) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
