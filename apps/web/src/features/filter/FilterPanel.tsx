import './filter.css';
import { type ReactNode, useState } from 'react';
import { Button, Toolbar } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { type ObjectState, STATES } from '../../data/graph-store.ts';
import { isFiltering, NO_FILTER, toggled, type ViewFilter } from '../../data/selection.ts';
import { useCounts, useLive } from '../../data/use-graph.ts';
import { KindGlyph, StateSign, stateMeaning, stateWord } from '../../ui/Marks.tsx';

/** A button shows further rows. */
const ROWS = 10;

interface Row<Value> {
  readonly value: Value;
  readonly count: number;
  readonly sign?: ReactNode;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Filters for state, kind and namespace with the number of objects of each. */
export function FilterPanel(): ReactNode {
  const { store } = useLive();
  const counts = useCounts(store);
  const view = useView();
  const go = useGo();
  // Another filter gives another map, which chooses its own start.
  const change = (filter: (view: ViewFilter) => Partial<ViewFilter>): void =>
    go((before) => ({ ...filter(before), camera: undefined }));
  const kinds = [...counts.kinds].sort(byCount);
  const namespaces = [...counts.namespaces].sort(byCount);
  return (
    <aside className="filters" aria-label="Filters">
      <div className="filters-head">
        <h2>Filters</h2>
        {isFiltering(view) && (
          <Button className="button" data-quiet="" onPress={() => change(() => NO_FILTER)}>
            Clear
          </Button>
        )}
      </div>
      <Group
        title="State"
        chosen={view.states}
        onToggle={(state) => change(({ states }) => ({ states: toggled(states, state) }))}
        rows={STATES.filter(
          (state) => (counts.states.get(state) ?? 0) > 0 || view.states.includes(state),
        ).map((state) => ({
          value: state,
          count: counts.states.get(state) ?? 0,
          sign: <StateSign state={state} />,
          label: partWord(state),
          hint: stateMeaning(state),
        }))}
      />
      <Group
        title="Namespace"
        chosen={view.namespaces}
        onToggle={(name) => change((view) => ({ namespaces: toggled(view.namespaces, name) }))}
        rows={withChosen(namespaces, view.namespaces).map(([name, count]) => ({
          value: name,
          count,
          label: name === '' ? 'cluster-scoped' : name,
          hint: name === '' ? 'objects outside of namespaces' : name,
        }))}
      />
      <Group
        title="Kind"
        chosen={view.kinds}
        onToggle={(kind) => change((view) => ({ kinds: toggled(view.kinds, kind) }))}
        rows={withChosen(kinds, view.kinds).map(([key, count]) => {
          const { apiVersion, kind, group } = kindOfKey(key);
          return {
            value: key,
            count,
            sign: <KindGlyph apiVersion={apiVersion} kind={kind} />,
            label: kind,
            hint: group === '' ? kind : key,
          };
        })}
      />
    </aside>
  );
}

interface GroupProps<Value> {
  readonly title: string;
  readonly rows: readonly Row<Value>[];
  readonly chosen: readonly Value[];
  readonly onToggle: (value: Value) => void;
}

function Group<Value extends string>({
  title,
  rows,
  chosen,
  onToggle,
}: GroupProps<Value>): ReactNode {
  const [open, setOpen] = useState(false);
  const shown = open ? rows : rows.filter((row, at) => at < ROWS || chosen.includes(row.value));
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      {/* One stop of the Tab key; the arrow keys lead through it. */}
      <Toolbar orientation="vertical" aria-label={title}>
        {shown.map((row) => (
          <label key={row.value} className="filter-row" title={row.hint}>
            <input
              type="checkbox"
              checked={chosen.includes(row.value)}
              onChange={() => onToggle(row.value)}
            />
            {row.sign}
            <span className="cut">{row.label}</span>
            <span className="soft">{row.count.toLocaleString('en')}</span>
          </label>
        ))}
        {rows.length > ROWS && (
          <Button className="button" data-quiet="" onPress={() => setOpen(!open)}>
            {open ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        )}
      </Toolbar>
    </fieldset>
  );
}

/** The label of a state. “just terminating” excludes blocked objects; the tile “terminating” counts both. */
function partWord(state: ObjectState): string {
  return state === 'terminating' ? `just ${stateWord(state)}` : stateWord(state);
}

function byCount(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || a[0].localeCompare(b[0], 'en', { numeric: true });
}

/** A selected entry without objects stays in the list: it must be possible to deselect it. */
function withChosen(
  counted: readonly (readonly [string, number])[],
  chosen: readonly string[],
): readonly (readonly [string, number])[] {
  const known = new Set(counted.map(([value]) => value));
  return [...counted, ...chosen.filter((value) => !known.has(value)).map((v) => [v, 0] as const)];
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
