import './filter.css';
import { counted } from '@gcscope/gc-core/wire';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { Button } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { formatState } from '../../data/describe-state.ts';
import { emptyNamespaces } from '../../data/empty-namespaces.ts';
import { type Counts, STATES } from '../../data/graph-store.ts';
import { compareNames } from '../../data/natural-order.ts';
import { isFiltering, NO_FILTER } from '../../data/selection.ts';
import { useIsAwaited, useLive, useLiveCounts } from '../../data/use-graph.ts';
import { describeFilterValue, describeStateFilter } from '../../ui/describe-filter.ts';
import { formatKindAmong } from '../../ui/format-kind.ts';
import { KindGlyph, StateSign } from '../../ui/Marks.tsx';
import { FilterGroup } from './FilterGroup.tsx';
import { LabelFilter } from './LabelFilter.tsx';

/** Filters for state, namespace, kind and finalizer with the number of objects of each, and for labels. */
export function FilterPanel(): ReactNode {
  // The lists take longer to draw than a frame of the map has time: they come and follow as soon as the page has nothing else to do.
  const live = useLiveCounts();
  const counts = useDeferredValue<Counts | null>(useIsAwaited() ? null : live, null);
  const view = useView();
  const go = useGo();
  return (
    <aside className="column scrolls filters" aria-label="Filters">
      <div className="spread filters-head">
        <h2>Filters</h2>
        {isFiltering(view) && (
          <>
            <p className="soft filters-note">Numbers count the whole cluster.</p>
            <Button
              className="button"
              data-quiet=""
              onPress={() => go({ ...NO_FILTER, camera: undefined })}
            >
              Clear
            </Button>
          </>
        )}
      </div>
      {counts ? <Filters counts={counts} /> : <div className="filters-awaited" aria-hidden />}
    </aside>
  );
}

const Filters = memo(function Filters({ counts }: { readonly counts: Counts }): ReactNode {
  const view = useView();
  const formatKind = formatKindAmong([...counts.kinds.keys(), ...view.kinds]);
  const finalizers = withChosen(counts.finalizers, view.finalizers);
  const empty = emptyNamespaces(useLive().store).length;
  return (
    <>
      <FilterGroup
        title="State"
        name="states"
        rows={STATES.filter(
          (state) => (counts.states.get(state) ?? 0) > 0 || view.states.includes(state),
        ).map((state) => ({
          value: state,
          count: counts.states.get(state) ?? 0,
          sign: <StateSign state={state} />,
          label: formatState(state),
          hint: describeStateFilter(state),
        }))}
      />
      <FilterGroup
        title="Namespace"
        find="Find a namespace"
        name="namespaces"
        rows={withChosen(counts.namespaces, view.namespaces, counts.problems).map(
          ([name, count]) => ({
            value: name,
            count,
            label: describeFilterValue('namespaces', name),
            hint: name === '' ? 'objects outside of namespaces' : name,
          }),
        )}
        note={empty > 0 ? describeEmpty(empty) : undefined}
      />
      <FilterGroup
        title="Kind"
        find="Find a kind"
        name="kinds"
        rows={withChosen(counts.kinds, view.kinds).map(([key, count]) => {
          const { apiVersion, kind, group } = kindOfKey(key);
          return {
            value: key,
            count,
            sign: <KindGlyph apiVersion={apiVersion} kind={kind} />,
            label: formatKind(key),
            hint: group === '' ? kind : key,
          };
        })}
      />
      {finalizers.length > 0 && (
        <FilterGroup
          title="Finalizer"
          find="Find a finalizer"
          name="finalizers"
          rows={finalizers.map(([name, count]) => ({
            value: name,
            count,
            label: describeFilterValue('finalizers', name),
            hint: name,
          }))}
        />
      )}
      <LabelFilter />
    </>
  );
});

function describeEmpty(count: number): string {
  return `${counted(count, 'namespace')} ${count === 1 ? 'has' : 'have'} no objects.`;
}

type Count = readonly [value: string, count: number];

function byCount(a: Count, b: Count): number {
  return b[1] - a[1] || compareNames(a[0], b[0]);
}

/** Sorts entries with problems first, then the most frequent. A selected one without objects stays: it must be possible to deselect it. */
function withChosen(
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
  problems: ReadonlyMap<string, number> = new Map(),
): readonly Count[] {
  const missing = chosen.filter((value) => !counts.has(value)).map((value) => [value, 0] as const);
  const rankOf = ([value]: Count): number => (problems.has(value) ? 1 : 0);
  const sorted = [...counts].sort((a, b) => rankOf(b) - rankOf(a) || byCount(a, b));
  return [...sorted, ...missing];
}

/** The kind behind a `kindKey`, with an API version good enough to find its glyph by. */
function kindOfKey(key: string): {
  readonly kind: string;
  readonly group: string;
  readonly apiVersion: string;
} {
  const dot = key.indexOf('.');
  if (dot < 0) return { kind: key, group: '', apiVersion: 'v1' };
  const group = key.slice(dot + 1);
  return { kind: key.slice(0, dot), group, apiVersion: `${group}/v1` };
}
