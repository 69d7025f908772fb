import {
  type Explanation,
  type NodeRecord,
  type ObjectDetails,
  plainText,
  type Reason,
  type VerdictTime,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { capital } from '../../ui/as-sentence.ts';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

export interface VerdictProps {
  readonly record: NodeRecord;
  readonly details: ObjectDetails | undefined;
  readonly error: Error | null;
}

const WHEN_WORDS: Readonly<Record<VerdictTime, string>> = {
  now: 'The collector is about to look at it.',
  'next check': 'Not yet: a cluster at rest is not checked again. It goes at its next check.',
  restart: 'Not yet: it goes when the collector restarts.',
};

/** The verdict in one sentence, then the chain of evidence, each link with the rule it rests on, and when it comes true. */
export function Verdict({ record, details, error }: VerdictProps): ReactNode {
  const explanation = details?.explanation;
  return (
    <section aria-label="Verdict">
      {explanation ? (
        <Explained explanation={explanation} />
      ) : (
        <p className="verdict" data-verdict={record.summary?.verdict}>
          {record.summary ? `${capital(record.summary.verdict)}.` : 'No verdict yet.'}
          {record.summary?.blockedBy !== undefined && ` Blocked by ${record.summary.blockedBy}.`}
        </p>
      )}
      {error && <p className="soft">{error.message}</p>}
    </section>
  );
}

function Explained({ explanation }: { readonly explanation: Explanation }): ReactNode {
  return (
    <>
      <p className="verdict" data-verdict={explanation.verdict}>
        <Sentence text={explanation.sentence} />
      </p>
      <Reasons reasons={explanation.because} />
      {explanation.when !== undefined && <p className="when">{WHEN_WORDS[explanation.when]}</p>}
      <Reasons reasons={explanation.triggers ?? []} />
      {explanation.unread.length > 0 && (
        <p className="soft">
          Not read, and this verdict depends on it: {explanation.unread.join(', ')}.
        </p>
      )}
      {explanation.release !== undefined && (
        <p className="as-of soft">As the collector of Kubernetes {explanation.release} decides.</p>
      )}
    </>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly Reason[] }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <ol className="because">
      {reasons.map((reason) => (
        <li key={`${reason.rule} ${plainText(reason.text)}`}>
          <Sentence text={reason.text} /> <RuleLink rule={reason.rule} />
        </li>
      ))}
    </ol>
  );
}
