import './lately.css';
import { type Millis, plainText, visibleText } from '@gcscope/gc-core/wire';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { activityQuery } from '../../data/api.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { useCounts, useLive } from '../../data/use-graph.ts';
import { useReport } from '../../data/use-report.ts';
import { Ago } from '../../ui/Marks.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { cronJobsAmong, isRoutine } from './routine.ts';

/** Among so many changes, at least one is probably not routine. */
const LOOKED_AT = 50;
/** Every open page sends this request, so it is not sent after each frame. */
const AT_MOST_EVERY: Millis = 5000;

/** The latest change that is no routine of a CronJob, in one line that leads to all. Nothing on a narrow page. */
export function Lately(): ReactNode {
  const { store } = useLive();
  const isNarrow = useNarrow();
  const isRead = useCounts(store).objects > 0;
  const query = activityQuery({ types: [], namespaces: [], words: '', limit: LOOKED_AT });
  // Which changes are routine depends on the objects, so wait for them.
  const enabled = !isNarrow && isRead;
  const { answer } = useReport({ ...query, enabled }, undefined, AT_MOST_EVERY);
  const latest = useMemo(() => {
    const cronJobs = cronJobsAmong(answer ? store.records.values() : []);
    return answer?.entries.find((entry) => !isRoutine(entry, cronJobs));
  }, [store, answer]);
  if (isNarrow || !latest) return null;
  const { object, text, at } = latest;
  const said = visibleText(plainText(text).replaceAll('`', ''));
  return (
    <ViewLink
      page={{ page: 'activity' }}
      change={NO_FILTER}
      className="lately"
      title={`The latest change: ${object ? visibleText(`${object.kind} ${object.name}. `) : ''}${said}`}
    >
      <History size={13} aria-hidden />
      <span className="cut">
        {object && <b>{visibleText(object.name)}</b>} {said}
      </span>
      <Ago since={at} />
    </ViewLink>
  );
}
