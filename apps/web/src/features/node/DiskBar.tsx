import { formatBytes } from '@gcscope/gc-core/wire';
import type { CSSProperties, ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import type { NodeView } from '../../worker/node-messages.ts';
import { freedAt } from './item-plan.ts';

/** The disk that holds the images: used, freed until the chosen time, both thresholds. */
export function DiskBar({ view }: { readonly view: NodeView }): ReactNode {
  const { moment } = useView();
  const { disk, policy } = view;
  if (!disk) {
    return (
      <>
        <h2>Image filesystem</h2>
        <p className="soft">
          The source does not describe the image filesystem, so no threshold applies.
        </p>
      </>
    );
  }
  const { highThresholdPercent: high, lowThresholdPercent: low } = policy;
  const { capacityBytes, availableBytes } = disk;
  const freed = freedAt(view, moment);
  const used = Math.max(0, capacityBytes - availableBytes - freed);
  // The kubelet computes it like this: the free percentage is rounded down.
  const percent = 100 - Math.floor(((capacityBytes - used) * 100) / capacityBytes);
  const isOver = percent >= high;
  const part = (bytes: number): string => `${(100 * bytes) / capacityBytes}%`;
  return (
    <>
      <h2>
        Image filesystem{' '}
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
      <p className="disk-text">
        <strong>{percent} % used</strong>, {isOver ? 'at or over' : 'below'} the high threshold of{' '}
        {high} %
        {isOver &&
          `: a run removes images until it has freed ${formatBytes(Math.max(0, Math.floor((capacityBytes * (100 - low)) / 100) - (capacityBytes - used)))}, down to ${low} %`}
        . <RuleLink rule="IR-3" />
        {freed > 0 && (
          <span className="soft">
            {' '}
            {formatBytes(freed)} reported as freed; images share layers, so the disk may gain less.{' '}
            <RuleLink rule="I-6" />
          </span>
        )}
      </p>
    </>
  );
}
