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
  /** Where one goes from here; without it only by the ways that every page has. */
  readonly leave?: Page;
  /** What else the page's bar holds. */
  readonly children?: ReactNode;
}

/** A node as its kubelet sees it: what goes when and why, with any policy, disk, time; and its runs step by step. */
export function NodePage({ source, leave, children }: NodePageProps): ReactNode {
  const client = usePlayerClient();
  const question = useNodeQuestion(source);
  const { run } = useView();
  const { answer: view, error } = useNode(client, question);
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
    <main className="message" role="alert">
      <h1>This node cannot be shown</h1>
      <p className="name">{error.message}</p>
      <div className="message-ways">
        {children}
        {leave?.page === 'scenes' && (
          <ViewLink page={leave} className="button">
            Show all scenes
          </ViewLink>
        )}
      </div>
    </main>
  );
}
