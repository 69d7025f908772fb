import {
  type Advice,
  type Explanation,
  furtherReasons,
  markOf,
  type NodeRecord,
  type ObjectDetails,
  plainText,
  type Reason,
  VERDICT_TIME_SENTENCES,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { capital } from '../../ui/as-sentence.ts';
import { Command } from '../../ui/Command.tsx';
import { RuleLinks } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

export interface VerdictProps {
  readonly record: NodeRecord;
  readonly details: ObjectDetails | undefined;
  readonly error: Error | null;
  /** Actions to try, right under the sentence. */
  readonly children?: ReactNode;
}

/** The verdict in one sentence, actions to try, then the reasons with their rules, and when it takes effect. */
export function Verdict({ record, details, error, children }: VerdictProps): ReactNode {
  const explanation = details?.explanation;
  const { verdict, blockedBy } = record.summary ?? {};
  const { rules, further } = furtherReasons(explanation ?? { sentence: [], because: [] });
  return (
    <section aria-label="Verdict">
      <p className="verdict" data-mark={markOf(record)}>
        {explanation ? (
          <>
            <Sentence text={explanation.sentence} />
            <RuleLinks rules={rules} />
          </>
        ) : (
          <>
            {verdict === undefined ? 'No verdict yet.' : `${capital(verdict)}.`}
            {blockedBy !== undefined && ` Blocked by ${blockedBy}.`}
          </>
        )}
      </p>
      {children}
      {explanation && <Explained explanation={explanation} because={further} />}
      {error && <p className="as-of soft">{error.message}</p>}
    </section>
  );
}

function Explained({
  explanation,
  because,
}: Pick<Explanation, 'because'> & { readonly explanation: Explanation }): ReactNode {
  return (
    <>
      <Reasons reasons={because} />
      {explanation.when !== undefined && (
        <p className="when">{VERDICT_TIME_SENTENCES[explanation.when]}</p>
      )}
      <Reasons reasons={explanation.triggers ?? []} />
      {explanation.unread.length > 0 && (
        <p className="as-of soft">
          <ViewLink change={{ dialog: 'kinds' }} className="text-link">
            All kinds that gcscope cannot read
          </ViewLink>
        </p>
      )}
      <AdviceOnVerdict advice={explanation.advice ?? []} />
      {explanation.release !== undefined && (
        <p className="as-of soft">By the rules of Kubernetes {explanation.release}.</p>
      )}
    </>
  );
}

/** Commands that only read, and what their answers mean. */
function AdviceOnVerdict({ advice }: { readonly advice: readonly Advice[] }): ReactNode {
  if (advice.length === 0) return null;
  return (
    <ul className="advice when">
      {advice.map(({ text, command, outcome }) => (
        <li key={command}>
          <p>
            <Sentence text={text} />
          </p>
          <Command text={command} what="the command" />
          {outcome && (
            <p className="soft">
              <Sentence text={outcome} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly Reason[] }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <ol className="because">
      {reasons.map((reason) => (
        <li key={`${reason.rule} ${plainText(reason.text)}`}>
          <Sentence text={reason.text} />
          <RuleLinks rules={[reason.rule]} />
        </li>
      ))}
    </ol>
  );
}
