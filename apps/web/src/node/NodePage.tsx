import './node.css';
import type { ReactNode } from 'react';
import { type Page, useView, ViewLink } from '../navigation.tsx';
import { Playing } from '../stepper/Playing.tsx';
import { usePlayerClient } from '../stepper/use-player.ts';
import { NodeStage } from './NodeStage.tsx';
import type { NodeSource } from './node-view.ts';
import { RunPlayer } from './RunPlayer.tsx';
import { useNode, useNodeQuestion } from './use-node.ts';

export interface NodePageProps {
  /** The same object as long as it is the same node. */
  readonly source: NodeSource;
  /** Where one goes from here. */
  readonly leave: Page;
  /** What else the page's bar holds. */
  readonly children?: ReactNode;
}

/** A node as its kubelet sees it: what goes when and why, with any policy, disk, time; and its runs step by step. */
export function NodePage({ source, leave, children }: NodePageProps): ReactNode {
  const client = usePlayerClient();
  const question = useNodeQuestion(source);
  const { run } = useView();
  const { answer: view, error } = useNode(client, question);
  if (error) return <Unreadable error={error} leave={leave} />;
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

function Unreadable({ error, leave }: { readonly error: Error; readonly leave: Page }): ReactNode {
  return (
    <main className="message" role="alert">
      <h1>This node cannot be shown</h1>
      <p className="name">{error.message}</p>
      <ViewLink page={leave} className="button">
        {leave.page === 'scenes' ? 'Show all scenes' : 'Open another file'}
      </ViewLink>
    </main>
  );
}
