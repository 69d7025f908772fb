import './items.css';
import type { ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { listedFirst } from '../../ui/listed-first.ts';
import { useWindow } from '../../ui/use-window.ts';
import type { PartProps } from './Containers.tsx';
import { ItemRow } from './ItemRow.tsx';
import { itemsOn } from './item-plan.ts';
import { nextRun, summaryOf } from './summary.ts';

/** Items with their reason; the lists have the others. */
const EXPLAINED = 3;

/** The removals up to the shown moment, and the next ones; on a narrow page, with the lists far below, also their reasons. */
export function NodeVerdict({ view, planOf }: PartProps): ReactNode {
  const { moment } = useView();
  const narrow = useWindow('narrow');
  return (
    <>
      <p className="node-summary" role="status">
        {summaryOf(view, moment)}
      </p>
      {narrow && <Next view={view} planOf={planOf} />}
    </>
  );
}

/** The items that the next run removes. */
function Next({ view, planOf }: PartProps): ReactNode {
  const { moment } = useView();
  const removed = new Set(nextRun(view, moment)?.removed);
  const next = itemsOn(view).filter(({ key }) => removed.has(key));
  if (next.length === 0) return null;
  const explained = listedFirst(next.length, EXPLAINED);
  return (
    <>
      <ul className="card items">
        {next.slice(0, explained).map((item) => (
          <ItemRow key={item.key} view={view} item={item} plan={planOf(item)} facts={[item.type]} />
        ))}
      </ul>
      {next.length > explained && (
        <p className="soft">and {next.length - explained} more, see the lists below.</p>
      )}
    </>
  );
}
