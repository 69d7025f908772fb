import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

export interface StepControlProps {
  /** Accessible name. */
  readonly label: string;
  /** There is no such step. */
  readonly off: boolean;
  readonly onPress: () => void;
  /** The icon. */
  readonly children: ReactNode;
}

/** A button that leads to another step. It keeps the focus when its press leads to the last step, so it is not `disabled`. */
export function StepControl({ label, off, onPress, children }: StepControlProps): ReactNode {
  return (
    <Button
      className="button"
      data-square=""
      aria-label={label}
      aria-disabled={off}
      onPress={() => off || onPress()}
    >
      {children}
    </Button>
  );
}
