import type { ObjectReference } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { ListMore } from '../../ui/ListMore.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';

/** Names shown at once. */
const SHOWN = 20;
const PAGE = 200;

export interface ObjectNamesProps {
  readonly objects: readonly ObjectReference[];
  /** What stands behind a name. */
  readonly after?: (at: number) => ReactNode;
}

/** A list of objects; the first few, the others a press away. */
export function ObjectNames({ objects, after }: ObjectNamesProps): ReactNode {
  const [most, setMost] = useState(SHOWN);
  return (
    <>
      <ul>
        {objects.slice(0, most).map((object, at) => (
          <li key={object.uid}>
            <ObjectLink object={object} />
            {after?.(at)}
          </li>
        ))}
      </ul>
      <ListMore
        listed={most}
        total={objects.length}
        what="objects"
        page={PAGE}
        onMore={() => setMost(most + PAGE)}
      />
    </>
  );
}
