import {
  type Aftermath,
  counted,
  type NodeRecord,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { clockTime } from '../../ui/clock-time.ts';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { isGoing } from './is-going.ts';
import { withoutDeleter } from './without-deleter.ts';

const PAGE = 20;

export interface WhatHappenedProps {
  readonly aftermath: Aftermath;
  /** The object that is gone: above stands who deleted it. */
  readonly of: Uid;
}

/** The changes of an object that is gone and of the objects below it, in the order in which they were observed. */
export function WhatHappened({ aftermath, of }: WhatHappenedProps): ReactNode {
  const { records, isCut } = aftermath;
  const entries = aftermath.entries.map((entry) =>
    entry.object?.uid === of ? withoutDeleter(entry) : entry,
  );
  // The verdict and the history both say how it left.
  const isOnlyItsEnd = entries.every(({ type, object }) => type === 'gone' && object?.uid === of);
  const [shown, more] = useShortened(isOnlyItsEnd ? [] : entries, 'changes', PAGE);
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      <p className="soft">
        {summaryOf(aftermath, of)}
        {!isOnlyItsEnd && ' gcscope observed the times, and infers the reasons.'}
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

function summaryOf({ records, gone, went, stayed, isCut }: Aftermath, of: Uid): string {
  const below = belowOf(records, of);
  if (went + stayed + below.length === 0 && !isCut) return 'Nothing depended on it.';
  const going = below.filter((each) => !gone.includes(each.uid) && isGoing(each)).length;
  return joinedByCommas([
    `${went === 0 ? 'No dependent' : counted(went, 'object')} went with it${going > 0 ? ' so far' : ''}`,
    going > 0 && `${counted(going, 'object')} ${going === 1 ? 'is' : 'are'} still to go`,
    stayed > 0 && `${counted(stayed, 'object')} lost the reference and stayed`,
  ]);
}

function joinedByCommas(parts: readonly (string | false)[]): string {
  return `${parts.filter(Boolean).join(', ')}.`;
}

function belowOf(records: readonly NodeRecord[], of: Uid): readonly NodeRecord[] {
  const owners = new Set([of]);
  // A Set yields what is added while it is walked.
  for (const owner of owners) {
    for (const each of records) {
      if (each.owners.some(({ uid }) => uid === owner)) owners.add(each.uid);
    }
  }
  return records.filter(({ uid }) => uid !== of && owners.has(uid));
}

function Clock({ at }: { readonly at: Timestamp }): ReactNode {
  return (
    <time dateTime={at} title={at}>
      {clockTime(at)}
    </time>
  );
}
