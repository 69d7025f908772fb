import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Modal } from '../ui/Modal.tsx';

// The fonts that come with the page have no arrows.
const UP = <ArrowUp key="up" size={12} aria-label="Arrow up" />;
const DOWN = <ArrowDown key="down" size={12} aria-label="Arrow down" />;
const LEFT = <ArrowLeft key="left" size={12} aria-label="Arrow left" />;
const RIGHT = <ArrowRight key="right" size={12} aria-label="Arrow right" />;

const KEYS: readonly (readonly [keys: readonly ReactNode[], does: string])[] = [
  [[UP], 'select the owner'],
  [[DOWN], 'select the first dependent'],
  [
    [LEFT, RIGHT],
    'select a sibling; if nothing is selected, any arrow selects an object in the middle',
  ],
  [['Enter'], 'open the page of the object; open or close a stack of siblings'],
  [['Esc'], 'close what is open, deselect the object, then close the stack opened last'],
  [['/', 'Ctrl K'], 'search objects, pages, scenes and actions'],
  [['f'], 'fit everything'],
  [['+', '−'], 'zoom in, zoom out'],
  [['0'], 'zoom to 100 %'],
  [
    ['Tab', LEFT, RIGHT],
    'Tab enters or leaves a row of buttons, counts or news; arrows move inside it',
  ],
  [['?'], 'this list'],
];

const PLAYER_KEYS: typeof KEYS = [
  [[LEFT, RIGHT], 'previous step, next step'],
  [['Home', 'End'], 'first step, last step'],
  [['Tab', UP, DOWN], 'Tab enters or leaves the list of steps; arrows step inside it'],
  [['Space'], 'run, pause'],
];

const SIMULATION_KEYS: typeof KEYS = [...PLAYER_KEYS, [['Esc'], 'deselect the object, then leave']];

const RUN_KEYS: typeof KEYS = [...PLAYER_KEYS, [['Esc'], 'back to the node']];

/** The keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
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
