import type { ReactNode } from 'react';
import { Modal } from '../ui/Modal.tsx';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑'], 'to the owner'],
  [['↓'], 'to the first dependent'],
  [['←', '→'], 'to the next sibling'],
  [['Enter'], 'open the object on a page of its own'],
  [['Esc'], 'close what is open, then let go of the object'],
  [['/', '⌘K', 'Ctrl K'], 'search all objects, also those not drawn'],
  [['f'], 'fit everything into view'],
  [['+', '−'], 'closer, farther'],
  [['0'], '100 %'],
  [['?'], 'this list'],
];

/** The keys and what they do. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">Arrows, f, + and − work while the map has the focus.</p>
    </Modal>
  );
}
