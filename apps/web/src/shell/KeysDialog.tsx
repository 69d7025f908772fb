import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Modal } from '../ui/Modal.tsx';

// The fonts that come with the page have no arrows.
const UP = <ArrowUp key="up" size={12} aria-label="Arrow up" />;
const DOWN = <ArrowDown key="down" size={12} aria-label="Arrow down" />;
const LEFT = <ArrowLeft key="left" size={12} aria-label="Arrow left" />;
const RIGHT = <ArrowRight key="right" size={12} aria-label="Arrow right" />;

const KEYS: readonly (readonly [keys: readonly ReactNode[], does: string])[] = [
  [[UP], 'to the owner'],
  [[DOWN], 'to the first dependent'],
  [[LEFT, RIGHT], 'to the next sibling'],
  [['Enter'], 'open the object on a page of its own'],
  [['Esc'], 'close what is open, then let go of the object'],
  [['/', 'Ctrl K'], 'search all objects, also those not drawn'],
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
              {keys.map((key, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
                <kbd key={at}>{key}</kbd>
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
