import './headline.css';
import { type CollectorDelay, causesOf, type TerminatingReport } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { terminatingQuery } from '../../data/api.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { isUnread, useConnection, useLiveCounts } from '../../data/use-graph.ts';
import { useReport } from '../../data/use-report.ts';
import { OneStop } from '../../ui/OneStop.tsx';

/** What is wrong in the cluster, whatever the filter, in sentences that lead to it; what there is none of is left out. */
export function Headline(): ReactNode {
  const { objects, states } = useLiveCounts();
  const { health } = useConnection();
  const countOf = (state: Parameters<typeof states.get>[0]): number => states.get(state) ?? 0;
  const deletions = countOf('terminating');
  const { answer } = useReport({ ...terminatingQuery(), enabled: deletions > 0 });
  const [going, wrong] = [countOf('goes'), countOf('wrong')];
  const unread = health?.kinds.filter(isUnread).length ?? 0;
  if (objects === 0) return null;
  const { collector } = health ?? {};
  const isCalm = deletions + going + wrong + unread === 0 && !collector;
  return (
    <div className="headline" role="status">
      <OneStop label="What is wrong in the cluster">
        {collector && (
          <ViewLink
            page={{ page: 'activity' }}
            change={{ ...NO_FILTER, changes: ['overdue'] }}
            className="text-link"
          >
            {describeDelay(collector)}
          </ViewLink>
        )}
        {deletions > 0 && (
          <ViewLink page={{ page: 'terminating' }} change={NO_FILTER} className="text-link">
            {describeDeletions(deletions, answer)}
          </ViewLink>
        )}
        {going > 0 && (
          <ViewLink
            change={{ ...NO_FILTER, states: ['goes'], camera: undefined }}
            className="text-link"
          >
            {counted(going, 'object')} will be deleted by the collector.
          </ViewLink>
        )}
        {wrong > 0 && (
          <ViewLink page={{ page: 'findings' }} change={NO_FILTER} className="text-link">
            {counted(wrong, 'object')} {wrong === 1 ? 'has' : 'have'} a wrong reference.
          </ViewLink>
        )}
        {unread > 0 && (
          <ViewLink change={{ dialog: 'kinds' }} className="text-link">
            {counted(unread, 'kind')} cannot be read.
          </ViewLink>
        )}
      </OneStop>
      {isCalm && 'No object is being deleted, and every owner reference is valid.'}
    </div>
  );
}

/** Says since when, not for how long: screen readers read the headline out each time it changes. */
function describeDelay({ state, since, decisions }: CollectorDelay): string {
  const [count, verb] = [counted(decisions, 'decision'), decisions === 1 ? 'is' : 'are'];
  if (state === 'behind') return `${count} of the collector ${verb} overdue.`;
  const time = new Date(since).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  return `The collector seems to be off or stuck: ${count} ${verb} overdue, and it has done nothing since ${time}.`;
}

/** `3 finalizers block 6 deletions.` Until the report arrives, only the number of deletions. */
function describeDeletions(count: number, report: TerminatingReport | undefined): string {
  const blocked = report?.objects.filter(({ state }) => state === 'blocked') ?? [];
  if (blocked.length === 0) {
    return `${counted(count, 'object')} ${count === 1 ? 'is' : 'are'} being deleted.`;
  }
  const causes = causesOf(blocked).filter(({ cause }) => cause.state === 'blocked');
  const word = causes.every(({ cause }) => cause.type === 'finalizer') ? 'finalizer' : 'cause';
  const verb = causes.length === 1 ? 'blocks' : 'block';
  return `${counted(causes.length, word)} ${verb} ${counted(blocked.length, 'deletion')}.`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
