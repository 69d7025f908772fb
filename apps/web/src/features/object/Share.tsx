import { aimKubectl, type Uid } from '@gcscope/gc-core/wire';
import { FileCode, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { DEFAULT_DEPTH, formatViewSearch } from '../../address/view-search.ts';
import { useConnection } from '../../data/use-graph.ts';
import { Command } from '../../ui/Command.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

export interface ShareProps {
  readonly uid: Uid;
  /** A deleted object still has a picture, but no DOT. */
  readonly isGone: boolean;
  /** How kubectl names the object, once known; absent if it is gone. */
  readonly kubectl: string | undefined;
}

/** Shares the object: its link, its picture, its graph as DOT, and the kubectl command. */
export function Share({ uid, isGone, kubectl }: ShareProps): ReactNode {
  const { cluster } = useConnection();
  const { depth: chosen, stacks = [] } = useView();
  const depth = chosen ?? DEFAULT_DEPTH;
  const path = `/o/${encodeURIComponent(uid)}`;
  const link = `${window.location.origin}${path}${formatViewSearch(chosen === undefined ? {} : { depth: chosen })}`;
  return (
    <section>
      <h2>Share</h2>
      <div className="share">
        <CopyButton text={link} what="the link">
          Copy link
        </CopyButton>
        <a
          className="button"
          href={`${path}.svg?${new URLSearchParams([['depth', `${depth}`], ...stacks.map((id) => ['stack', id])])}`}
        >
          <Image size={14} aria-hidden /> SVG
        </a>
        {!isGone && (
          <a className="button" href={`${path}.dot?depth=${depth}`}>
            <FileCode size={14} aria-hidden /> DOT
          </a>
        )}
      </div>
      {kubectl !== undefined && (
        <Command
          text={aimKubectl(`kubectl get ${kubectl}`, cluster?.kubectl)}
          what="the kubectl command"
        />
      )}
    </section>
  );
}
