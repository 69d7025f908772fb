import {
  type SentencePart,
  type Sentence as SentenceParts,
  sentenceOf,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';
import { useConnection, useLive } from '../data/use-graph.ts';
import { WholeName } from './BreakableName.tsx';
import { fullName } from './object-name.ts';
import { RuleLink } from './RuleLink.tsx';
import { shorten, wholeOfCut } from './shorten.ts';

export interface SentenceProps {
  /** Text in parts, as the core makes it; a text of this program may set names apart by backticks. */
  readonly text: SentenceParts | string;
  /** Link to an object; by default to its page, if it is there. */
  readonly Link?: ObjectLinkType;
}

/** Makes a name lead to its object. */
type ObjectLinkType = (props: { readonly uid: Uid; readonly children: ReactNode }) => ReactNode;

/** A sentence with its names set apart, and linked where their objects are there. */
export function Sentence({ text, Link = PageLink }: SentenceProps): ReactNode {
  const parts = typeof text === 'string' ? sentenceOf(text) : text;
  const keys = new Map<string, number>();
  return stopBeforeRule(parts).map((part) => (
    <Part key={uniqueKey(part, keys)} part={part} Link={Link} />
  ));
}

/** Puts a full stop before the rule at the end of its sentence: behind the frame of a rule it would stand alone. */
function stopBeforeRule(parts: SentenceParts): SentenceParts {
  return parts.map((part, at): SentencePart => {
    if (part.type !== 'text') return part;
    if (parts[at + 1]?.type === 'rule' && startsWithStop(parts[at + 2]))
      return { ...part, text: `${part.text.trimEnd()}. ` };
    const isMoved = parts[at - 1]?.type === 'rule' && parts[at - 2]?.type === 'text';
    return isMoved && startsWithStop(part) ? { ...part, text: part.text.slice(1) } : part;
  });
}

function startsWithStop(part: SentencePart | undefined): boolean {
  return part?.type === 'text' && part.text.startsWith('.');
}

function Part({
  part,
  Link,
}: {
  readonly part: SentencePart;
  readonly Link: ObjectLinkType;
}): ReactNode {
  if (part.type === 'text') return <Shown text={part.text} />;
  if (part.type === 'code')
    return (
      <code className="name">
        <WholeName text={visibleText(part.text)} />
      </code>
    );
  if (part.type === 'rule') return <RuleLink rule={part.text} />;
  const { kind, uid } = part.object;
  const code = (
    <code className="name">
      <Shown text={fullName(part.object)} isName />
    </code>
  );
  return (
    <>
      <Shown text={kind} /> {uid === undefined ? code : <Link uid={uid}>{code}</Link>}
    </>
  );
}

/** The API server does not check how long a name in a reference is. */
function Shown({
  text,
  isName = false,
}: {
  readonly text: string;
  readonly isName?: boolean;
}): ReactNode {
  const visible = visibleText(text);
  return (
    <span title={wholeOfCut(visible)}>
      {isName ? <WholeName text={shorten(visible)} /> : shorten(visible)}
    </span>
  );
}

/** Leads to the page of an object that the server names, if it is there; until the graph is loaded, the server knows best. */
function PageLink({ uid, children }: Parameters<ObjectLinkType>[0]): ReactNode {
  const { records } = useLive().store;
  const { state } = useConnection();
  if (state !== 'loading' && !records.has(uid)) return children;
  return (
    <ViewLink page={{ page: 'object', uid }} className="text-link">
      {children}
    </ViewLink>
  );
}

/** A sentence may say the same twice. */
function uniqueKey(part: SentencePart, seen: Map<string, number>): string {
  const text = part.type === 'object' ? `${part.object.kind} ${part.object.name}` : part.text;
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return `${times} ${text}`;
}
