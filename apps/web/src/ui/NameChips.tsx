import { formatCount, visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useView } from '../address/navigation.tsx';
import type { ViewChange } from '../address/view-search.ts';
import { compareNames } from '../data/natural-order.ts';
import { toggled } from '../data/selection.ts';
import { ChipGroup } from './Chip.tsx';
import { listedFirst } from './listed-first.ts';
import { usePrinting } from './printing.ts';
import { useWindow } from './use-window.ts';

/** Shown at once: a hundred would fill the screen, and a dozen that of a phone. */
const SHOWN = 12;
const SHOWN_NARROW = 4;

interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  /** Number of names to choose among without any filter; by default that of those with a count. */
  readonly choices?: number;
}

export interface NameChipsProps extends Counted {
  /** Word for the names, before the chips: `Kind`. */
  readonly word: string;
  readonly plural: string;
  readonly chosen: readonly string[];
  readonly changeTo: (chosen: readonly string[]) => ViewChange;
  readonly wordOf?: (name: string) => string;
}

/** Filters by namespace, those with the most first. */
export function NamespaceChips(props: Counted): ReactNode {
  return (
    <NameChips
      {...props}
      word="Where"
      plural="namespaces"
      chosen={useView().namespaces}
      changeTo={(namespaces) => ({ namespaces })}
      wordOf={(name) => (name === '' ? 'cluster-scoped' : `in ${visibleText(name)}`)}
    />
  );
}

/** Filters by names from the cluster, those with the most first. */
export function NameChips(props: NameChipsProps): ReactNode {
  const { word, plural, counts, choices, chosen, changeTo, wordOf = visibleText } = props;
  const [isOpen, setOpen] = useState(false);
  const narrow = useWindow('narrow');
  const printing = usePrinting();
  const countOf = (name: string): number => counts.get(name) ?? 0;
  // A chosen name without entries stays in the list, so that you can deselect it.
  const all = [...new Set([...counts.keys(), ...chosen])].sort(
    (a, b) => countOf(b) - countOf(a) || compareNames(a, b),
  );
  const total = formatCount(all.length);
  const most = listedFirst(all.length, narrow ? SHOWN_NARROW : SHOWN);
  const shown = isOpen ? all : all.filter((each, at) => at < most || chosen.includes(each));
  return (
    <ChipGroup
      word={word}
      {...(choices !== undefined && { choices })}
      chips={shown.map((name) => ({
        id: name,
        word: wordOf(name),
        count: countOf(name),
        current: chosen.includes(name),
        change: changeTo(toggled(chosen, name)),
      }))}
    >
      {all.length > most && printing && !isOpen && (
        <span className="chips-label">
          {shown.length} of {total} {plural} shown
        </span>
      )}
      {all.length > most && !printing && (
        <Button className="chip" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? `Show fewer ${plural}` : `Show all of ${total} ${plural}`}
        </Button>
      )}
    </ChipGroup>
  );
}

/** Counts how often each name occurs. */
export function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of names) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
