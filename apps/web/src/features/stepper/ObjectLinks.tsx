import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { Breakable } from '../../ui/BreakableName.tsx';
import { KindGlyph } from '../../ui/Marks.tsx';
import { fullName } from '../../ui/object-name.ts';

/** A name; a click on it selects the object on the map of the simulation. */
export function ObjectLink({
  uid,
  children,
}: {
  readonly uid: Uid;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ViewLink change={{ selected: uid }} className="text-link select-link">
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
  const { apiVersion, kind, uid } = record;
  return (
    <span className="named-object">
      <KindGlyph apiVersion={apiVersion} kind={kind} />
      <span className="soft">{kind}</span>{' '}
      <ObjectLink uid={uid}>
        <code className="name">
          <Breakable text={fullName(record)} />
        </code>
      </ObjectLink>
    </span>
  );
}
