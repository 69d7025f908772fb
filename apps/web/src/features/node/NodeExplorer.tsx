import './node.css';
import type { ReactNode } from 'react';
import { type Page, useView, ViewLink } from '../../address/navigation.tsx';
import { Playing } from '../../ui/Playing.tsx';
import type { NodeSource } from '../../worker/node-messages.ts';
import { usePlayerClient } from '../../worker/use-player-client.ts';
import { NodeStage } from './NodeStage.tsx';
import { RunPlayer } from './RunPlayer.tsx';
import { useNode, useNodeQuestion } from './use-node.ts';

export interface NodeExplorerProps {
  /** The same object as long as it is the same node. */
  readonly source: NodeSource;
  /** Where one goes from here; without it only by the ways that every page has. */
  readonly leave?: Page;
  /** What else the page's bar holds. */
  readonly children?: ReactNode;
}

/** A node as its kubelet sees it: what goes when and why, with any policy, disk, time; and its runs step by step. */
export function NodeExplorer({ source, leave, children }: NodeExplorerProps): ReactNode {
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
