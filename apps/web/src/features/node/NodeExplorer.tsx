import './node.css';
import { type ReactNode, useMemo } from 'react';
import { type Page, useView, ViewLink } from '../../address/navigation.tsx';
import { Message } from '../../ui/Message.tsx';
import { Playing } from '../../ui/Playing.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
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
import { useNode, useNodeQuestion } from './use-node.ts';

export interface NodeExplorerProps {
  readonly source: NodeOrigin;
  /** Page that the back button leads to. */
  readonly leave?: Page;
  /** More controls for the page's toolbar. */
  readonly children?: ReactNode;
}

/** A node as its kubelet sees it: what it removes, when and why, under any policy and disk usage; and its runs step by step. */
export function NodeExplorer({ source, leave, children }: NodeExplorerProps): ReactNode {
  const client = usePlayerClient();
  const question = useNodeQuestion(source);
  const { run } = useView();
  const { data: view, error } = useNode(client, question);
  if (error) {
    return (
      <Unreadable error={error} leave={leave}>
        {children}
      </Unreadable>
    );
  }
  if (!view) return <Playing />;
  if (run) {
    return <RunPlayer client={client} question={question} view={view} run={run} leave={leave} />;
  }
  return (
    <NodeStage view={view} leave={leave}>
      {children}
    </NodeStage>
  );
}

interface UnreadableProps {
  readonly error: Error;
  readonly leave: Page | undefined;
  readonly children: ReactNode;
}

function Unreadable({ error, leave, children }: UnreadableProps): ReactNode {
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

interface NodeStageProps {
  readonly view: NodeView;
  readonly leave: Page | undefined;
  readonly children?: ReactNode;
}

/** A node at the chosen time: settings, items, timeline. */
function NodeStage({ view, leave, children }: NodeStageProps): ReactNode {
  const { moment } = useView();
  const planOf = useMemo(() => planAt(moment), [moment]);
  const narrow = useNarrow();
  const verdict = <NodeVerdict {...{ view, planOf, moment }} hasReasons={narrow} />;
  return (
    <main className="column node">
      <title>{`${view.title} · gcscope`}</title>
      <NodeHead view={view} leave={leave}>
        {children}
      </NodeHead>
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
            <DiskBar view={view} moment={moment} />
            <Images view={view} planOf={planOf} />
          </section>
          <Others view={view} planOf={planOf} />
        </section>
        <Timeline view={view} />
      </div>
    </main>
  );
}
