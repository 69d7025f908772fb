import './node.css';
import { type ReactNode, useMemo } from 'react';
import { useView, ViewLink } from '../../address/navigation.tsx';
import { Message } from '../../ui/Message.tsx';
import { Playing } from '../../ui/Playing.tsx';
import { useWindow } from '../../ui/use-window.ts';
import type { NodeOrigin, NodeView } from '../../worker/node-messages.ts';
import { usePlayerClient } from '../../worker/use-player-client.ts';
import { Containers } from './Containers.tsx';
import { DiskBar } from './DiskBar.tsx';
import { Images } from './Images.tsx';
import { planAt } from './item-plan.ts';
import { NodeHead } from './NodeHead.tsx';
import { NodeVerdict } from './NodeVerdict.tsx';
import { Notices } from './Notices.tsx';
import { Others } from './Others.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';
import { RunPlayer } from './RunPlayer.tsx';
import { Timeline } from './Timeline.tsx';
import { useLeave, useNode, useNodeQuestion } from './use-node.ts';

export interface NodeExplorerProps {
  readonly source: NodeOrigin;
  /** More controls for the page's toolbar. */
  readonly children?: ReactNode;
}

/** A node as its kubelet sees it: what it removes, when and why, under any policy and disk usage; and its runs step by step. */
export function NodeExplorer({ source, children }: NodeExplorerProps): ReactNode {
  const client = usePlayerClient();
  const question = useNodeQuestion(source);
  const leave = useLeave();
  const { run } = useView();
  const { data: view, error } = useNode(client, question);
  if (error) {
    return (
      <Message title="This node cannot be shown" text={error.message}>
        {children}
        {leave?.page === 'scenes' && (
          <ViewLink page={leave} className="button">
            Show all scenes
          </ViewLink>
        )}
      </Message>
    );
  }
  if (!view) return <Playing />;
  if (run) return <RunPlayer client={client} question={question} view={view} run={run} />;
  return <NodeStage view={view}>{children}</NodeStage>;
}

interface NodeStageProps {
  readonly view: NodeView;
  readonly children?: ReactNode;
}

/** A node at the chosen time: settings, items, timeline. */
function NodeStage({ view, children }: NodeStageProps): ReactNode {
  const { moment } = useView();
  const planOf = useMemo(() => planAt(moment), [moment]);
  const narrow = useWindow('narrow');
  const verdict = <NodeVerdict view={view} planOf={planOf} />;
  return (
    <main className="column node">
      <title>{`${view.title} · gcscope`}</title>
      <NodeHead view={view}>{children}</NodeHead>
      <Notices view={view} />
      <div className="node-body">
        {narrow && (
          <section className="node-verdict" aria-label="Removed next">
            {verdict}
          </section>
        )}
        <PolicyPanel view={view} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
        <section className="scrolls node-things" aria-label="On the node" tabIndex={0}>
          {!narrow && verdict}
          <Containers view={view} planOf={planOf} />
          <section className="node-part" aria-label="Images">
            <DiskBar view={view} />
            <Images view={view} planOf={planOf} />
          </section>
          <Others view={view} planOf={planOf} />
        </section>
        <Timeline view={view} />
      </div>
    </main>
  );
}
