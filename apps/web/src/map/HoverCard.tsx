import { plainText, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { OLD_REPLICA_SETS, type Stack, stackName, stackSize } from '@gcscope/picture';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { objectQuery } from '../data/api.ts';
import type { GraphStore } from '../data/graph-store.ts';
import { useLive, useRecord } from '../data/use-graph.ts';
import { Age, StateLabel, StateLabels } from '../ui/Marks.tsx';

/** What the pointer is over, and where: CSS px in the map. */
export interface Hover {
  readonly uid: Uid;
  readonly x: number;
  readonly y: number;
}

/** The pointer must rest: a map full of flickering cards helps nobody. */
const REST_MILLIS = 350;

/** The whole name and the facts of the object under the pointer. */
export function HoverCard({
  store,
  hover,
  stack,
}: {
  readonly store: GraphStore;
  readonly hover: Hover;
  /** Under the pointer is a stack of siblings. */
  readonly stack: Stack | undefined;
}): ReactNode {
  const live = useLive();
  const record = useRecord(store, hover.uid);
  const [rested, setRested] = useState<Hover>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(hover), REST_MILLIS);
    return () => clearTimeout(timer);
  }, [hover]);
  if (rested !== hover) return null;
  const place = { left: hover.x + 14, top: hover.y + 18 };
  if (stack) {
    return (
      <div className="hover-card floating" style={place}>
        <HoverStack stack={stack} store={store} />
      </div>
    );
  }
  if (!record) return null;
  const { blockedBy } = record.summary ?? {};
  return (
    <div className="hover-card floating" style={place}>
      <p className="name hover-name">{visibleText(record.name)}</p>
      <p className="soft">
        {record.kind}
        {record.namespace !== '' && ` · ${record.namespace}`}
        {record.creationTimestamp !== undefined && (
          <>
            {' · '}
            <Age since={record.creationTimestamp} />
          </>
        )}
      </p>
      <p>
        <StateLabels record={record} />
      </p>
      {live.store === store && <HoverVerdict uid={hover.uid} />}
      {blockedBy !== undefined && <p className="soft">blocked by {blockedBy}</p>}
      {record.finalizers.length > 0 && (
        <p className="soft name">finalizers: {record.finalizers.join(', ')}</p>
      )}
    </div>
  );
}

/** So many names of a stack are read. */
const MOST_NAMES = 6;

/** What a stack is made of, its states counted. */
function HoverStack({
  stack,
  store,
}: {
  readonly stack: Stack;
  readonly store: GraphStore;
}): ReactNode {
  const { members, each, isOld, isOpen, terminating } = stack;
  const names = members.slice(0, MOST_NAMES).map((uid) => store.records.get(uid)?.name ?? uid);
  const more = members.length - names.length;
  return (
    <>
      <p className="name hover-name">{visibleText(stackName(stack))}</p>
      {each !== undefined && <p className="soft">{visibleText(`each with 1 ${each}`)}</p>}
      {isOld && <p className="soft">{OLD_REPLICA_SETS}</p>}
      <p>{(stackSize(stack) - terminating).toLocaleString('en')} live</p>
      {terminating > 0 && (
        <p>
          {terminating.toLocaleString('en')} <StateLabel state="terminating" />
        </p>
      )}
      <p className="soft name">
        {visibleText(names.join(', '))}
        {more > 0 && `, and ${more.toLocaleString('en')} more`}
      </p>
      <p className="soft">{isOpen ? 'Click to close.' : 'Click to see them one by one.'}</p>
    </>
  );
}

/** The verdict in one sentence, once it is there. */
function HoverVerdict({ uid }: { readonly uid: Uid }): ReactNode {
  const { data } = useQuery(objectQuery(uid));
  if (!data) return null;
  return <p>{visibleText(plainText(data.explanation.sentence).replaceAll('`', ''))}</p>;
}
