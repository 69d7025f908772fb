import type { Explanation, NodeRecord, ObjectDetails } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { RuleLink } from '../rules/RuleLink.tsx';
import { Sentence } from './Sentence.tsx';

export interface VerdictProps {
  readonly record: NodeRecord;
  readonly details: ObjectDetails | undefined;
  readonly error: Error | null;
}

/** The verdict in one sentence, then the chain of evidence, each link with the rule it rests on. */
export function Verdict({ record, details, error }: VerdictProps): ReactNode {
  const explanation = details?.explanation;
  return (
    <section aria-label="Verdict">
      {explanation ? (
        <Explained explanation={explanation} />
      ) : (
        <p className="verdict" data-verdict={record.standing?.verdict}>
          {record.standing ? `${capital(record.standing.verdict)}.` : 'No verdict yet.'}
          {record.standing?.blockedBy !== undefined && ` Held by ${record.standing.blockedBy}.`}
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
      {explanation.because.length > 0 && (
        <ol className="because">
          {explanation.because.map((reason) => (
            <li key={`${reason.rule} ${reason.text}`}>
              <Sentence text={reason.text} uids={reason.uids} /> <RuleLink rule={reason.rule} />
            </li>
          ))}
        </ol>
      )}
      {explanation.unread.length > 0 && (
        <p className="soft">
          Not read, and this verdict depends on it: {explanation.unread.join(', ')}.
        </p>
      )}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
