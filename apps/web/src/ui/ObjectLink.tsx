import { type ObjectReference, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';
import { KindGlyph } from './Marks.tsx';

/** An object in a list: sign, name, kind and namespace, linked to its page. */
export function ObjectLink({ object }: { readonly object: ObjectReference }): ReactNode {
  const { uid, apiVersion, kind, namespace, name } = object;
  return (
    <ViewLink page={{ page: 'object', uid }} className="object-link" title={uid}>
      <KindGlyph apiVersion={apiVersion} kind={kind} />
      <span className="object-link-text">
        <span className="name">{visibleText(name)}</span>{' '}
        <span className="soft">
          {visibleText(kind)}
          {namespace !== '' && ` · ${visibleText(namespace)}`}
        </span>
      </span>
    </ViewLink>
  );
}
