import {
  AUDIT_WORDS,
  type Explanation,
  type Finding,
  isReferenceFinding,
  type NodeRecord,
  plainText,
  visibleText,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { auditQuery } from '../../data/api.ts';
import { kindKey } from '../../data/graph-store.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { useReport } from '../../data/use-report.ts';
import { capital } from '../../ui/as-sentence.ts';
import { Command } from '../../ui/Command.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { shorten } from '../../ui/shorten.ts';

export interface FixesProps {
  readonly record: NodeRecord;
  /** The reasons of its verdict, which stand above; they are not repeated. */
  readonly explanation: Explanation | undefined;
}

/** The wrong references of an object, and the patch that fixes each; nothing where all are valid. */
export function Fixes({ record, explanation }: FixesProps): ReactNode {
  const { uid, namespace, summary } = record;
  const wrong = summary?.wrong ?? [];
  const query = auditQuery({ namespace, kind: kindKey(record) });
  const { answer, error } = useReport({ ...query, enabled: wrong.length > 0 }, [uid]);
  if (wrong.length === 0) return null;
  const findings = answer?.findings.filter(
    ({ object, rule }) => object.uid === uid && isReferenceFinding(rule),
  );
  if (findings?.length === 0) return null;
  const { sentence, because } = explanation ?? { sentence: [], because: [] };
  const said = [sentence, ...because.map(({ text }) => text)]
    .map(plainText)
    .join(' ')
    .toLowerCase();
  return (
    <section aria-labelledby="fixes">
      <h2 id="fixes">Fix</h2>
      {findings ? (
        <ul className="advice">
          {findings.map((finding) => (
            <Fix
              key={finding.id}
              finding={finding}
              isOnly={findings.length === 1}
              isSaid={said.includes(withoutStop(finding))}
            />
          ))}
        </ul>
      ) : (
        <p className="soft">{error ? error.message : 'Checking its references…'}</p>
      )}
      <ViewLink
        page={{ page: 'findings' }}
        change={{
          ...NO_FILTER,
          auditRules: [...new Set(wrong.map(({ finding }) => finding))],
          namespaces: [namespace],
        }}
        className="text-link"
      >
        Show in Findings
      </ViewLink>
    </section>
  );
}

/** The text of a finding as a part of a longer sentence. */
function withoutStop({ text }: Finding): string {
  return plainText(text).toLowerCase().replace(/\.$/, '');
}

interface FixProps {
  readonly finding: Finding;
  /** Whether it is the only finding: then the reasons of the verdict, which stand above, say what is wrong. */
  readonly isOnly: boolean;
  /** Whether they say so in the same words. */
  readonly isSaid: boolean;
}

function Fix({ finding: { rule, reference, text, patch }, isOnly, isSaid }: FixProps): ReactNode {
  return (
    <li>
      {!isOnly && (
        <p>
          {isSaid && reference ? (
            <>
              {capital(AUDIT_WORDS[rule])}:{' '}
              {shorten(visibleText(`${reference.kind} ${reference.name}`))}
            </>
          ) : (
            <Sentence text={text} />
          )}
        </p>
      )}
      <Command text={patch.command} what="the fix" />
      <p className="soft">
        <Sentence text={patch.risk} /> gcscope changes nothing: copy the command and run it
        yourself.
      </p>
    </li>
  );
}
