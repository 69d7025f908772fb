import { type ReactNode, useMemo } from 'react';
import { type Page, useView } from '../../address/navigation.tsx';
import type { NodeView } from '../../worker/node-messages.ts';
import { Containers } from './Containers.tsx';
import { DiskBar } from './DiskBar.tsx';
import { Images } from './Images.tsx';
import { NodeHead } from './NodeHead.tsx';
import { Notices } from './Notices.tsx';
import { Others } from './Others.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';
import { standingAt } from './standing.ts';
import { summaryOf } from './summary.ts';
import { Timeline } from './Timeline.tsx';

export interface NodeStageProps {
  readonly view: NodeView;
  readonly leave: Page | undefined;
  readonly children?: ReactNode;
}

/** A node at the moment that is looked at: what could be otherwise, what is there, what goes when. */
export function NodeStage({ view, leave, children }: NodeStageProps): ReactNode {
  const { moment } = useView();
  const standingOf = useMemo(() => standingAt(moment), [moment]);
  return (
    <main className="node">
      <title>{`${view.title} · gcscope`}</title>
      <NodeHead view={view} leave={leave}>
        {children}
      </NodeHead>
      <Notices view={view} />
      <div className="node-body">
        <PolicyPanel view={view} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it scrolls with the keys. */}
        <section className="node-things" aria-label="What is on the node" tabIndex={0}>
          <p className="node-summary" role="status">
            {summaryOf(view, moment)}
          </p>
          <Containers view={view} standingOf={standingOf} />
          <section className="node-part" aria-label="Images">
            <DiskBar view={view} moment={moment} />
            <Images view={view} standingOf={standingOf} />
          </section>
          <Others view={view} standingOf={standingOf} />
        </section>
        <Timeline view={view} />
      </div>
    </main>
  );
}
