import type { Aftermath, Timestamp } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { ListMore } from '../../ui/ListMore.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

const PAGE = 20;

/** What became of an object that is gone and of what was below it, in the order in which it was seen. */
export function WhatHappened({ aftermath }: { readonly aftermath: Aftermath }): ReactNode {
  const [most, setMost] = useState(PAGE);
  const { records, entries, went, stayed, isCut } = aftermath;
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      <p className="soft">
        {summaryOf(went, stayed)} gcscope observed when each object went, and infers why.
      </p>
      <ol className="aftermath">
        {entries.slice(0, most).map(({ seq, at, object, text }) => (
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
      <ListMore
        listed={most}
        total={entries.length}
        what="changes"
        page={PAGE}
        onMore={() => setMost(most + PAGE)}
      />
      {isCut && (
        <p className="soft">
          The map shows the first {records.length} objects around it; there were more.
        </p>
      )}
    </section>
  );
}

function summaryOf(went: number, stayed: number): string {
  const gone = `${went === 0 ? 'Nothing' : counted(went)} went with it`;
  return stayed === 0 ? `${gone}.` : `${gone}, ${counted(stayed)} lost the reference and stayed.`;
}

function counted(count: number): string {
  return count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`;
}

function Clock({ at }: { readonly at: Timestamp }): ReactNode {
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleTimeString('en-GB')}
    </time>
  );
}
