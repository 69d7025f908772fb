import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components';

export interface IdleButtonProps extends ButtonProps {
  /** Whether a press would do nothing now. */
  readonly isIdle: boolean;
}

/**
 * A button that its own press may leave with nothing to do. A disabled button would drop the focus, and the next press on
 * the keyboard would go elsewhere: this one keeps it, and a press of it does nothing. A form still has to ignore Enter.
 */
export function IdleButton({ isIdle, onPress, ...props }: IdleButtonProps): ReactNode {
  return (
    <Button
      {...props}
      aria-disabled={isIdle}
      onPress={(event) => {
        if (!isIdle) onPress?.(event);
      }}
    />
  );
}
