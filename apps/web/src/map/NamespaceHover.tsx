import { counted, formatCount, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { StateSign } from '../ui/Marks.tsx';
import type { LinesTo, NamespaceLines } from './edges/namespace-lines.ts';
import type { Tapped } from './map-events.ts';
import { type HoverPoint, placeBeside } from './place-beside.ts';
import { countProblems, type NamespaceSummary } from './world/problems.ts';

export interface NamespaceHoverProps extends HoverPoint {
  readonly summary: NamespaceSummary;
  /** References from and to other namespaces. */
  readonly lines: NamespaceLines | undefined;
  /** Target that a finger has tapped on. */
  readonly tapped?: Tapped | undefined;
}

/** The whole name of the namespace under the pointer, its number of objects, and its problems. */
export function NamespaceHover({
  summary,
  lines,
  tapped,
  ...point
}: NamespaceHoverProps): ReactNode {
  const { label, count, problems } = summary;
  return (
    <div className="hover-card floating" ref={(card) => placeBeside(card, point)}>
      <p className="name hover-name">{visibleText(label)}</p>
      {count > 0 && <p className="soft">{counted(count, 'object')}</p>}
      {problems.map(([state, count]) => (
        <p key={state} className="state-word" data-state={state}>
          <StateSign state={state} /> {countProblems(state, count)}
        </p>
      ))}
      {lines?.out && <p className="soft">{formatOut(lines.out)}</p>}
      {lines?.into && <p className="soft">{formatInto(lines.into)}</p>}
      {tapped && (
        <p>{tapped === 'object' ? 'Tap again for the object.' : 'Tap again to go there.'}</p>
      )}
    </div>
  );
}

function formatOut({ objects, namespaces }: LinesTo): string {
  const place = formatPlace(namespaces);
  const both = `owners in ${place}, or cluster-scoped owners`;
  const owners = namespaces.includes('')
    ? place
      ? both
      : 'a cluster-scoped owner'
    : `an owner in ${place}`;
  return `${counted(objects, 'object')} ${objects === 1 ? 'names' : 'name'} ${owners}.`;
}

function formatInto({ objects, namespaces }: LinesTo): string {
  const place = formatPlace(namespaces);
  const isAnyScoped = namespaces.includes('');
  const who = place
    ? `${counted(objects, 'object')} in ${place}${isAnyScoped ? ', or cluster-scoped,' : ''}`
    : counted(objects, 'cluster-scoped object');
  return `${who} ${objects === 1 ? 'names' : 'name'} an owner here.`;
}

/** The namespaces without the cluster scope; empty if there is no other. */
function formatPlace(namespaces: readonly string[]): string {
  const named = namespaces.filter((name) => name !== '');
  const [only = ''] = named;
  return named.length > 1 ? `${formatCount(named.length)} other namespaces` : visibleText(only);
}
