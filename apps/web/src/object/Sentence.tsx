import { type Uid, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useLive } from '../live/use-graph.ts';
import { ViewLink } from '../navigation.tsx';

export interface SentenceProps {
  /** Names stand in backticks, as the core writes them. */
  readonly text: string;
  /** The objects it speaks of: their names become links, other names (finalizers, kinds) do not. */
  readonly uids?: readonly Uid[];
}

/** A sentence with its names set apart, and linked where their objects are known. */
export function Sentence({ text, uids = [] }: SentenceProps): ReactNode {
  const { records } = useLive().store;
  const named = (name: string): Uid | undefined =>
    uids.find((uid) => {
      const record = records.get(uid);
      return record && (name === `${record.namespace}/${record.name}` || name === record.name);
    });
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`;
    if (at % 2 === 0) return <span key={key}>{visibleText(part)}</span>;
    const uid = named(part);
    const name = <code className="name">{visibleText(part)}</code>;
    if (uid === undefined) return <span key={key}>{name}</span>;
    return (
      <ViewLink
        key={key}
        page={{ page: 'object', uid }}
        change={{ selected: undefined, camera: undefined }}
        className="text-link"
      >
        {name}
      </ViewLink>
    );
  });
}
