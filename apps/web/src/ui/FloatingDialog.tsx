import { type ReactNode, useId } from 'react';
import { Popover, type PopoverProps } from 'react-aria-components';

interface FloatingDialogProps extends Pick<PopoverProps, 'placement'> {
  /** Name for screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A dialog beside the button that opens it. The popover itself is the dialog: its hidden buttons, with which screen readers
 * dismiss it, would be outside of one within it.
 */
export function FloatingDialog({
  label,
  className = '',
  placement,
  children,
}: FloatingDialogProps): ReactNode {
  const id = useId();
  return (
    <Popover
      className={`${className} floating`}
      // Otherwise the button gives it its words.
      aria-labelledby={id}
      {...(placement && { placement })}
    >
      <span hidden id={id}>
        {label}
      </span>
      {children}
    </Popover>
  );
}
