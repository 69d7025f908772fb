import type { Reason, Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { terminatingQuery } from '../../data/api.ts';
import { useReport } from '../../data/use-report.ts';
import { Blockers } from './Blockers.tsx';
import { LeftIn } from './LeftIn.tsx';

export interface BlockedByProps {
  readonly uid: Uid;
  /** The reasons of its verdict, which stand above. */
  readonly said: readonly Reason[];
}

/** What blocks a terminating object beyond its verdict, what to do about it, and what is left in a Namespace. */
export function BlockedBy({ uid, said }: BlockedByProps): ReactNode {
  const { answer } = useReport(terminatingQuery(uid), [uid]);
  const terminating = answer?.objects.find(({ object }) => object.uid === uid);
  if (!terminating) return null;
  return (
    <>
      {terminating.left && <LeftIn left={terminating.left} namespace={terminating.object.name} />}
      <section className="blocked-by" aria-label="What blocks it">
        <Blockers terminating={terminating} said={said} />
      </section>
    </>
  );
}
