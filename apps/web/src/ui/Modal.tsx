import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, Heading, ModalOverlay, Modal as RacModal } from 'react-aria-components';

export interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page; Esc, a click beside it and the cross close it. */
export function Modal({ title, onClose, children }: ModalProps): ReactNode {
  return (
    <ModalOverlay
      className="modal-shade"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RacModal className="modal">
        <Dialog>
          <div className="modal-title">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button
              className="button"
              data-quiet=""
              data-square=""
              aria-label="Close"
              onPress={onClose}
            >
              <X size={16} />
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too long is scrolled with the keys. */}
          <section className="modal-body" tabIndex={0} aria-label={title}>
            {children}
          </section>
        </Dialog>
      </RacModal>
    </ModalOverlay>
  );
}
