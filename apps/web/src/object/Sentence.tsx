import type { Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../navigation.tsx';

export interface SentenceProps {
  /** Names stand in backticks, as the core writes them. */
  readonly text: string;
  /** The objects the names stand for, in the order of the names; names beyond are no links. */
  readonly uids?: readonly Uid[];
}

/** A sentence with its names set apart, and linked where their objects are known. */
export function Sentence({ text, uids = [] }: SentenceProps): ReactNode {
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`;
    if (at % 2 === 0) return <span key={key}>{part}</span>;
    const uid = uids[(at - 1) / 2];
    const name = <code className="name">{part}</code>;
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
