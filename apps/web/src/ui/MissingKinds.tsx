import { counted } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';

export interface MissingKindsProps {
  /** Word for the list: `Dependents`. */
  readonly what: string;
  /** Number of kinds that could not be read. */
  readonly kinds: number;
}

/** Says what a list lacks because kinds could not be read, and leads to these; nothing where all are read. */
export function MissingKinds({ what, kinds }: MissingKindsProps): ReactNode {
  if (kinds === 0) return null;
  return (
    <p className="soft">
      {what} of{' '}
      <ViewLink change={{ dialog: 'kinds' }} className="text-link">
        {counted(kinds, 'kind')}
      </ViewLink>{' '}
      that could not be read are missing here.
    </p>
  );
}
