import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isOld, useConnection, useLive } from '../data/use-graph.ts';
import { asSentence } from '../ui/as-sentence.ts';
import { WholeOptions } from '../ui/BreakableName.tsx';
import { clockTime } from '../ui/clock-time.ts';
import { useIsNeverRead } from '../ui/IfRead.tsx';
import { useAge } from '../ui/use-age.ts';

/** Reports a cluster that is stale, since when and why, or was never read; else what makes its connection less safe. */
export function ConnectionBanner(): ReactNode {
  const { stream } = useLive();
  const { state, since, problem, health, cluster } = useConnection();
  const unread = useIsNeverRead();
  const age = useAge(state === 'lost' ? since : health?.since);
  if (state === 'lost') {
    return (
      <div className="bar banner" data-level="bad" role="alert">
        <span>
          <strong>Stale for {age}.</strong> You see the cluster as it was at {clockTime(since)}.{' '}
          {problem} This page tries again by itself.
        </span>
        <Button className="button" onPress={() => stream.connect()}>
          Try now
        </Button>
      </div>
    );
  }
  if (isOld(health)) {
    return (
      <div className="bar banner" data-level="bad" role="alert">
        <span>
          <strong>
            {unread
              ? 'Never read.'
              : `${health.state === 'untrusted' ? 'Not trusted' : 'Stale'} for ${age}.`}
          </strong>{' '}
          <WholeOptions
            text={asSentence(
              health.message ?? `the cluster does not answer${unread ? '' : '; the data is old'}`,
            )}
          />
        </span>
      </div>
    );
  }
  const warnings = cluster?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <div className="bar banner" data-level="warning" role="status">
      <span>{warnings.join(' ')}</span>
    </div>
  );
}
