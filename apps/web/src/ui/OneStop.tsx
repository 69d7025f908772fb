import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';

export interface OneStopProps {
  /** Accessible name of the group. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Controls at which the Tab key stops once; the arrow keys lead through them. They stand as if they were not grouped. */
export function OneStop({ label, children }: OneStopProps): ReactNode {
  return (
    <Toolbar className="one-stop" aria-label={label}>
      {children}
    </Toolbar>
  );
}
