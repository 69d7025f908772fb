import type { Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { terminatingQuery } from '../../data/api.ts';
import { useReport } from '../../data/use-report.ts';
import { Blockers } from './Blockers.tsx';
import { DeletionWord } from './DeletionWord.tsx';

/** What blocks a terminating object, and what to do about it. */
export function BlockedBy({ uid }: { readonly uid: Uid }): ReactNode {
  const { answer } = useReport(terminatingQuery(uid), [uid]);
  const terminating = answer?.objects.find(({ object }) => object.uid === uid);
  if (!terminating) return null;
  return (
    <section className="blocked-by">
      <h2>
        What blocks it <DeletionWord state={terminating.state} />
      </h2>
      <Blockers terminating={terminating} />
    </section>
  );
}
