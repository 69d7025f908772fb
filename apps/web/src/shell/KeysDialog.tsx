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

const PLAYER_KEYS: typeof KEYS = [
  [[LEFT, RIGHT], 'one step back, one step on'],
  [['Home', 'End'], 'before the first step, after the last'],
  [['Space'], 'run, pause'],
];

const SIMULATION_KEYS: typeof KEYS = [
  ...PLAYER_KEYS,
  [['Esc'], 'let go of the object, then leave'],
];

const RUN_KEYS: typeof KEYS = [...PLAYER_KEYS, [['Esc'], 'back to the node']];

/** The keys and what they do. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Modal title="Keys" onClose={onClose}>
      <KeyList keys={KEYS} />
      <p className="soft">Arrows, f, + and − work while the map has the focus.</p>
      <h3 className="keys-title">In a simulation</h3>
      <KeyList keys={SIMULATION_KEYS} />
      <h3 className="keys-title">In a run on a node</h3>
      <KeyList keys={RUN_KEYS} />
    </Modal>
  );
}

function KeyList({ keys }: { readonly keys: typeof KEYS }): ReactNode {
  return (
    <dl className="keys">
      {keys.map(([names, does]) => (
        <div key={does}>
          <dt>
            {names.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
              <kbd key={at}>{name}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
