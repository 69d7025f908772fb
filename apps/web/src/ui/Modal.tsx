import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, ModalOverlay, Modal as RacModal } from 'react-aria-components';
import { IconButton } from './IconButton.tsx';

export interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page; Esc, a click beside it and the cross close it. */
export function Modal({ title, onClose, children }: ModalProps): ReactNode {
  return (
    <Overlay onClose={onClose}>
      <Dialog>
        <div className="spread modal-title">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <IconButton label="Close" onPress={onClose}>
            <X size={16} />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too long is scrolled with the keys. */}
        <section className="modal-body" tabIndex={0} aria-label={title} ref={keepFocus}>
          {children}
        </section>
      </Dialog>
    </Overlay>
  );
}

/** Moves the focus of an element that is gone to the first one that can be pressed, so that keys still reach the dialog. */
function keepFocus(body: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    (
      body.querySelector<HTMLElement>('a[href], :is(button, input, select):enabled') ?? body
    ).focus();
  });
  observer.observe(body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Holds a dialog over the page; Esc and a click beside it close it. */
export function Overlay({ onClose, children }: Omit<ModalProps, 'title'>): ReactNode {
  return (
    <ModalOverlay
      className="modal-shade"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RacModal className="modal floating">{children}</RacModal>
    </ModalOverlay>
  );
}
