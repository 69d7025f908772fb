import {
  DELETION_STATES,
  DELETION_WORDS,
  type Millis,
  ROOT_CAUSE_TYPES,
  type RootCauseType,
  type TerminatingObject,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { DELETION_AGES } from '../../address/view-search.ts';
import { kindKey } from '../../data/graph-store.ts';
import { toggled } from '../../data/selection.ts';
import { ChipGroup } from '../../ui/Chip.tsx';
import { formatKindAmong } from '../../ui/format-kind.ts';
import { countEach, NameChips, NamespaceChips } from '../../ui/NameChips.tsx';
import { PageFilters } from '../../ui/PageFilters.tsx';
import { placeOfDeletion } from '../../ui/place-of-deletion.ts';
import {
  ALL_DELETIONS,
  countChosen,
  type DeletionFilter,
  finalizersOf,
  matching,
} from './filter-deletions.ts';

/** The types of root causes, as words on a filter. */
const CAUSE_WORDS: Readonly<Record<RootCauseType, string>> = {
  finalizer: 'finalizer',
  reference: 'reference or cycle',
  kubelet: 'kubelet',
  discovery: 'API group does not answer',
  webhook: 'webhook',
  kind: 'kind cannot be read',
  'namespace-controller': 'namespace controller',
  work: 'no blocker seen',
};

export interface DeletionFiltersProps {
  readonly objects: readonly TerminatingObject[];
  readonly now: Millis;
}

/** Chips that count the objects that match them and the filters of the other groups; an object with causes in two states counts in both. */
export function DeletionFilters({ objects, now }: DeletionFiltersProps): ReactNode {
  const view = useView();
  const { deletionStates = [], causes = [], finalizers, kinds, age } = view;
  const match = (chosen: Partial<DeletionFilter>): readonly TerminatingObject[] =>
    matching(objects, { ...view, ...chosen }, now);
  const all = matching(objects, ALL_DELETIONS, now);
  const numbers = (chosen: Partial<DeletionFilter>): { count: number; total: number } => ({
    count: match(chosen).length,
    total: matching(objects, { ...ALL_DELETIONS, ...chosen }, now).length,
  });
  const ages = DELETION_AGES.map((each) => ({
    id: each,
    word: `over ${each}`,
    ...numbers({ age: each }),
    current: age === each,
    change: { age: age === each ? undefined : each },
  })).filter(({ total, current }) => total < all.length || current);
  return (
    <PageFilters active={countChosen(view)}>
      <WordChips
        word="State"
        words={DELETION_WORDS}
        values={DELETION_STATES}
        chosen={deletionStates}
        changeTo={(chosen) => ({ deletionStates: chosen })}
        numbers={numbers}
      />
      <WordChips
        word="Cause"
        words={CAUSE_WORDS}
        values={ROOT_CAUSE_TYPES}
        chosen={causes}
        changeTo={(chosen) => ({ causes: chosen })}
        numbers={numbers}
      />
      <NameChips
        word="Finalizer"
        plural="finalizers"
        counts={countEach(
          match({ finalizers: [] }).flatMap((each) => [...finalizersOf(each, view)]),
        )}
        choices={new Set(all.flatMap((each) => [...finalizersOf(each, ALL_DELETIONS)])).size}
        chosen={finalizers}
        changeTo={(chosen) => ({ finalizers: chosen })}
      />
      <NameChips
        word="Kind"
        plural="kinds"
        counts={countEach(match({ kinds: [] }).map(({ object }) => kindKey(object)))}
        choices={new Set(all.map(({ object }) => kindKey(object))).size}
        chosen={kinds}
        changeTo={(chosen) => ({ kinds: chosen })}
        wordOf={formatKindAmong([...all.map(({ object }) => kindKey(object)), ...kinds])}
      />
      {/* Every deletion is as old as the least age: one chip is a choice already. */}
      <ChipGroup
        word="Age"
        chips={ages}
        choices={ages.filter(({ total }) => total > 0).length + 1}
      />
      <NamespaceChips
        counts={countEach(match({ namespaces: [] }).map(placeOfDeletion))}
        choices={new Set(objects.map(placeOfDeletion)).size}
      />
    </PageFilters>
  );
}

interface WordChipsProps<Value extends string> {
  /** Word for the values, before the chips. */
  readonly word: string;
  readonly words: Readonly<Record<Value, string>>;
  /** Values in the order of their chips. */
  readonly values: readonly Value[];
  readonly chosen: readonly Value[];
  readonly changeTo: (chosen: readonly Value[]) => Partial<DeletionFilter>;
  readonly numbers: (chosen: Partial<DeletionFilter>) => { count: number; total: number };
}

/** A filter by values that gcscope itself defines. */
function WordChips<Value extends string>(props: WordChipsProps<Value>): ReactNode {
  const { word, words, values, chosen, changeTo, numbers } = props;
  return (
    <ChipGroup
      word={word}
      chips={values.map((value) => ({
        id: value,
        word: words[value],
        ...numbers(changeTo([value])),
        current: chosen.includes(value),
        change: changeTo(toggled(chosen, value)),
      }))}
    />
  );
}
