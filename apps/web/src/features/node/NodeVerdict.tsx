import './items.css';
import type { Millis } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import type { NodeView } from '../../worker/node-messages.ts';
import { ItemRow } from './ItemRow.tsx';
import type { PlanOf } from './item-plan.ts';
import { nameOf } from './StepText.tsx';
import { nextRun, summaryOf } from './summary.ts';

/** Items with their reason; the lists have the others. */
const EXPLAINED = 3;

export interface NodeVerdictProps {
  readonly view: NodeView;
  readonly planOf: PlanOf;
  readonly moment: Millis | undefined;
  /** Says also what goes next, and why: where the lists stand far below. */
  readonly hasReasons: boolean;
}

/** What the kubelet has removed at the moment, and what it removes next. */
export function NodeVerdict({ view, planOf, moment, hasReasons }: NodeVerdictProps): ReactNode {
  return (
    <>
      <p className="node-summary" role="status">
        {summaryOf(view, moment)}
      </p>
      {hasReasons && <Next {...{ view, planOf, moment }} />}
    </>
  );
}

/** The items that the next run removes. */
function Next({ view, planOf, moment }: Omit<NodeVerdictProps, 'hasReasons'>): ReactNode {
  const { containers, sandboxes, images, logs } = view;
  const removed = new Set(nextRun(view, moment)?.removed);
  const next = [...containers, ...sandboxes, ...images, ...logs].filter(({ key }) =>
    removed.has(key),
  );
  if (next.length === 0) return null;
  return (
    <>
      <ul className="card items">
        {next.slice(0, EXPLAINED).map((item) => (
          <ItemRow
            key={item.key}
            view={view}
            item={item}
            plan={planOf(item)}
            name={nameOf(item)}
            facts={[item.type]}
          />
        ))}
      </ul>
      {next.length > EXPLAINED && (
        <p className="soft">and {next.length - EXPLAINED} more, see the lists below.</p>
      )}
    </>
  );
}
