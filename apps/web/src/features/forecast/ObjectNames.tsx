import type { ObjectReference } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';

/** Names shown at once. */
const SHOWN = 20;
const PAGE = 200;

export interface ObjectNamesProps {
  readonly objects: readonly ObjectReference[];
  /** Content behind a name. */
  readonly after?: (at: number) => ReactNode;
}

/** A list of objects; the first few, the others a press away. */
export function ObjectNames({ objects, after }: ObjectNamesProps): ReactNode {
  const [shown, more] = useShortened(objects, 'objects', PAGE, SHOWN);
  return (
    <>
      <ul>
        {shown.map((object, at) => (
          <li key={object.uid}>
            <ObjectLink object={object} />
            {after?.(at)}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
