import type { NodeRecord, ObjectReference, Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../navigation.tsx';
import { KindGlyph } from '../ui/Marks.tsx';
import type { ObjectNames } from './object-names.ts';

/** A name that leads to its object on the map of the simulation. */
function ObjectLink({
  uid,
  children,
}: {
  readonly uid: Uid;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ViewLink change={{ selected: uid }} className="text-link object-link">
      {children}
    </ViewLink>
  );
}

/** An object with glyph, kind and name. */
export function NamedObject({
  record,
}: {
  readonly record: Pick<NodeRecord, 'apiVersion' | 'kind' | 'namespace' | 'name' | 'uid'>;
}): ReactNode {
  const { apiVersion, kind, namespace, name, uid } = record;
  return (
    <span className="named-object">
      <KindGlyph apiVersion={apiVersion} kind={kind} />
      <span className="soft">{kind}</span>{' '}
      <ObjectLink uid={uid}>
        <code className="name">{namespace === '' ? name : `${namespace}/${name}`}</code>
      </ObjectLink>
    </span>
  );
}

export interface StepSentenceProps {
  readonly text: string;
  readonly names: ObjectNames;
  readonly subject?: ObjectReference | undefined;
}

/** A sentence of a step with the names of its objects as links. */
export function StepSentence({ text, names, subject }: StepSentenceProps): ReactNode {
  return names.partsOf(text, subject).map((part, at) => {
    const key = `${at} ${part.text}`;
    if (!part.isName) return <span key={key}>{part.text}</span>;
    const name = <code className="name">{part.text}</code>;
    if (part.uid === undefined) return <span key={key}>{name}</span>;
    return (
      <ObjectLink key={key} uid={part.uid}>
        {name}
      </ObjectLink>
    );
  });
}
