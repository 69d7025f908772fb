import { formatCount } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';

export interface CopyAllProps {
  readonly commands: readonly string[];
  /** Number of them that stand below. */
  readonly shown: number;
}

/** Several commands with one press, and how many of them are shown if not all are. Nothing for one command, which has its own button. */
export function CopyAll({ commands, shown }: CopyAllProps): ReactNode {
  if (commands.length < 2) return null;
  return (
    <p className="wraps copy-all">
      <CopyButton text={commands.join('\n')} what="all commands">
        Copy all {formatCount(commands.length)} commands
      </CopyButton>
      {shown < commands.length && <span className="soft">{formatCount(shown)} of them shown.</span>}
    </p>
  );
}
