import type { Aftermath, Timestamp } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { ListMore } from '../../ui/ListMore.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

const PAGE = 20;

/** What became of an object that is gone and of what was below it, in the order in which it was seen. */
export function WhatHappened({ aftermath }: { readonly aftermath: Aftermath }): ReactNode {
  const [most, setMost] = useState(PAGE);
  const { entries, isCut } = aftermath;
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      <p className="soft">
        {summaryOf(aftermath)} gcscope observed when each object went, and infers why.
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
      {isCut && <p className="soft">The list has its first relatives. It had more.</p>}
    </section>
  );
}

/** How many went with it, and how many lost their reference and stay. */
function summaryOf({ records, gone, released, isCut }: Aftermath): string {
  const [root] = records;
  const left = new Set(gone);
  const owners = new Set(root?.owners.map(({ uid }) => uid));
  const below = gone.filter((uid) => uid !== root?.uid && !owners.has(uid)).length;
  const stayed = new Set(released.map(({ uid }) => uid).filter((uid) => !left.has(uid))).size;
  const atLeast = isCut ? 'At least ' : '';
  const went = below === 0 ? 'Nothing went with it' : `${atLeast}${counted(below)} went with it`;
  return stayed === 0 ? `${went}.` : `${went}, ${counted(stayed)} lost the reference and stayed.`;
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
