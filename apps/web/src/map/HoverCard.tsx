import { plainText, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { objectQuery } from '../data/api.ts';
import type { GraphStore } from '../data/graph-store.ts';
import { useLive, useRecord } from '../data/use-graph.ts';
import { Age, StateLabels } from '../ui/Marks.tsx';

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
}: {
  readonly store: GraphStore;
  readonly hover: Hover;
}): ReactNode {
  const live = useLive();
  const record = useRecord(store, hover.uid);
  const [rested, setRested] = useState<Hover>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(hover), REST_MILLIS);
    return () => clearTimeout(timer);
  }, [hover]);
  if (!record || rested !== hover) return null;
  const { blockedBy } = record.summary ?? {};
  return (
    <div className="hover-card floating" style={{ left: hover.x + 14, top: hover.y + 18 }}>
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

/** The verdict in one sentence, once it is there. */
function HoverVerdict({ uid }: { readonly uid: Uid }): ReactNode {
  const { data } = useQuery(objectQuery(uid));
  if (!data) return null;
  return <p>{visibleText(plainText(data.explanation.sentence).replaceAll('`', ''))}</p>;
}
