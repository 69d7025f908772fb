import { type Aftermath, counted, type Timestamp, type Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { clockTime } from '../../ui/clock-time.ts';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { withoutDeleter } from './without-deleter.ts';

const PAGE = 20;

export interface WhatHappenedProps {
  readonly aftermath: Aftermath;
  /** The object that is gone: above stands who deleted it. */
  readonly of: Uid;
}

/** What became of an object that is gone and of what was below it, in the order in which it was seen. */
export function WhatHappened({ aftermath, of }: WhatHappenedProps): ReactNode {
  const { records, isCut } = aftermath;
  const entries = aftermath.entries.map((entry) =>
    entry.object?.uid === of ? withoutDeleter(entry) : entry,
  );
  const [shown, more] = useShortened(entries, 'changes', PAGE);
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      <p className="soft">
        {summaryOf(aftermath, of)} gcscope observed the times, and infers the reasons.
      </p>
      <ol className="history aftermath">
        {shown.map(({ seq, at, object, text }) => (
          <li key={seq}>
            <Clock at={at} />
            <div>
              {object && <ObjectLink object={object} />}
              <p>
                <Sentence text={text} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {more}
      {isCut && (
        <p className="soft">
          The map shows the first {records.length} objects around it; there were more.
        </p>
      )}
    </section>
  );
}

function summaryOf({ records, went, stayed, isCut }: Aftermath, of: Uid): string {
  const hadDependents = isCut || records.some(({ owners }) => owners.some(({ uid }) => uid === of));
  if (went + stayed === 0 && !hadDependents) return 'Nothing depended on it.';
  const gone = `${went === 0 ? 'No dependent' : counted(went, 'object')} went with it`;
  return stayed === 0
    ? `${gone}.`
    : `${gone}, ${counted(stayed, 'object')} lost the reference and stayed.`;
}

function Clock({ at }: { readonly at: Timestamp }): ReactNode {
  return (
    <time dateTime={at} title={at}>
      {clockTime(at)}
    </time>
  );
}
