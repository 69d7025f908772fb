import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

export interface IconButtonProps {
  /** Accessible name, also shown on hover. */
  readonly label: string;
  readonly onPress: () => void;
  /** The icon. */
  readonly children: ReactNode;
}

/** A square button without a border that shows an icon only. */
export function IconButton({ label, onPress, children }: IconButtonProps): ReactNode {
  return (
    <Button className="button" data-quiet="" data-square="" aria-label={label} onPress={onPress}>
      {/* The button itself would not take a title. */}
      <span className="icon-button-sign" title={label}>
        {children}
      </span>
    </Button>
  );
}
