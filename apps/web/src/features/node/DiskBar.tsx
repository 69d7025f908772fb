import type { Millis } from '@gcscope/gc-core/wire';
import type { CSSProperties, ReactNode } from 'react';
import { RuleLink } from '../../ui/RuleLink.tsx';
import type { NodeView } from '../../worker/node-messages.ts';
import { formatBytes } from './bytes.ts';

export interface DiskBarProps {
  readonly view: NodeView;
  readonly moment: Millis | undefined;
}

/** The disk that holds the images: what is used, what was freed until the moment, both thresholds. */
export function DiskBar({ view, moment }: DiskBarProps): ReactNode {
  const { disk, policy } = view;
  if (!disk) {
    return (
      <>
        <h2>Image disk</h2>
        <p className="soft">
          The source says nothing of it: no threshold can be compared with anything.
        </p>
      </>
    );
  }
  const { highThresholdPercent: high, lowThresholdPercent: low } = policy;
  const { capacityBytes, availableBytes } = disk;
  const freed = view.runs
    .filter(({ at }) => moment !== undefined && at <= moment)
    .reduce((sum, { freedBytes }) => sum + freedBytes, 0);
  const used = Math.max(0, capacityBytes - availableBytes - freed);
  // As the kubelet reckons: the free percent rounded down.
  const percent = 100 - Math.floor(((capacityBytes - used) * 100) / capacityBytes);
  const isOver = percent >= high;
  const part = (bytes: number): string => `${(100 * bytes) / capacityBytes}%`;
  return (
    <>
      <h2>
        Image disk{' '}
        <span className="soft">
          {formatBytes(used)} of {formatBytes(capacityBytes)} used
        </span>
      </h2>
      <div className="disk" data-over={isOver ? '' : undefined} aria-hidden="true">
        <span className="disk-used" style={{ width: part(used) }} />
        <span
          className="disk-freed"
          style={{ left: part(used), width: part(Math.min(freed, capacityBytes - used)) }}
        />
        <span className="disk-mark" style={{ '--at': `${low}%` } as CSSProperties}>
          <span>low {low} %</span>
        </span>
        <span className="disk-mark" data-high="" style={{ '--at': `${high}%` } as CSSProperties}>
          <span>high {high} %</span>
        </span>
      </div>
      <p className="disk-words">
        <strong>{percent} % used</strong>, {isOver ? 'at or over' : 'below'} the high threshold of{' '}
        {high} %
        {isOver &&
          `: a run frees ${formatBytes(Math.max(0, Math.floor((capacityBytes * (100 - low)) / 100) - (capacityBytes - used)))} to come down to ${low} %`}
        . <RuleLink rule="IR-3" />
        {freed > 0 && (
          <span className="soft">
            {' '}
            {formatBytes(freed)} counted as freed; what the disk really gains is not known.{' '}
            <RuleLink rule="I-6" />
          </span>
        )}
      </p>
    </>
  );
}
