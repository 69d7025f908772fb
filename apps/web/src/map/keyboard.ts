import type { Direction } from './world/next-card.ts';

/** Action of a key on the map. */
export type KeyAction =
  | { readonly type: 'travel'; readonly direction: Direction }
  | { readonly type: 'zoom by'; readonly factor: number }
  | { readonly type: 'zoom to'; readonly zoom: number }
  | { readonly type: 'open' | 'let go' | 'fit' };

/** A key press, of React or of the browser. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'
>;

/** Factor of a key or a button; a notch of the wheel is more. */
export const ZOOM_STEP = 1.5;

const ACTIONS: ReadonlyMap<string, KeyAction> = new Map([
  ['ArrowUp', { type: 'travel', direction: 'up' }],
  ['ArrowDown', { type: 'travel', direction: 'down' }],
  ['ArrowLeft', { type: 'travel', direction: 'left' }],
  ['ArrowRight', { type: 'travel', direction: 'right' }],
  ['Enter', { type: 'open' }],
  ['Escape', { type: 'let go' }],
  ['f', { type: 'fit' }],
  ['+', { type: 'zoom by', factor: ZOOM_STEP }],
  ['=', { type: 'zoom by', factor: ZOOM_STEP }],
  ['-', { type: 'zoom by', factor: 1 / ZOOM_STEP }],
  ['0', { type: 'zoom to', zoom: 1 }],
]);

/** The action of a key press; `undefined` for keys that are not the map's, and for those of the browser. */
export function keyAction(event: KeyPress): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return ACTIONS.get(event.key);
}
