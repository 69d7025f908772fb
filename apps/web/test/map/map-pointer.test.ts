import { layout, rowsOf } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { expect, it, vi } from 'vitest';
import { type Ground, MapPointer, type PointerEvents } from '../../src/map/map-pointer.ts';
import type { MapCanvas } from '../../src/map/paint/map-canvas.ts';
import { NOTHING_PAINTED } from '../../src/map/paint/paint-map.ts';
import type { Viewport } from '../../src/map/view/viewport.ts';
import { record } from '../support/record.ts';

const AT = { x: 50, y: 50 };

type Drawn = { -readonly [Part in 'marks' | 'names']: Ground['painted'][Part] };

/** A map seen from afar, with the mark of an object under the pointer, in the middle of a namespace. */
function pointed(): {
  readonly cy: cytoscape.Core;
  readonly ground: Drawn;
  readonly events: PointerEvents;
  readonly pointer: MapPointer;
  readonly host: EventTarget;
} {
  const cy = cytoscape({ headless: true });
  cy.zoom(0.1);
  const laidOut = layout(rowsOf([record({ uid: 'web' })]));
  const [frame = { x: 0, y: 0 }] = laidOut.namespaces;
  cy.pan({ x: AT.x - (frame.x + 9) * 0.1, y: AT.y - (frame.y + 9) * 0.1 });
  const size = { width: 13, height: 13 };
  const mark = { slot: 0, state: 'blocked', ...AT, size, count: 1, isBeside: false } as const;
  const ground: Drawn = { marks: [mark], names: [] };
  const events = {
    onSelect: vi.fn(),
    onOpen: vi.fn(),
    onStack: vi.fn(),
    onHover: vi.fn(),
    onHoverNamespace: vi.fn(),
    onEnter: vi.fn(),
  };
  const now = (): Ground =>
    ({
      arrangement: { layout: laidOut, faces: { stacks: new Map() } },
      painted: { ...NOTHING_PAINTED, ...ground },
      edges: { at: () => [], linesOf: () => undefined, point: () => false, routes: [] },
    }) as unknown as Ground;
  const canvas = {
    host: new EventTarget(),
    cards: { classList: { toggle: () => undefined } },
  } as unknown as MapCanvas;
  const viewport = { zoomBy: vi.fn() } as unknown as Viewport;
  const pointer = new MapPointer(cy, canvas, viewport, now, events);
  return { cy, ground, events, pointer, host: canvas.host };
}

/** Tells of a finger as Cytoscape does. */
function touch(cy: cytoscape.Core, type: string, timeStamp: number): void {
  tell(cy, type, 0, timeStamp, { touches: [] });
}

/** Tells of a pointer as Cytoscape does. */
function tell(cy: cytoscape.Core, type: string, detail = 1, timeStamp = 0, more = {}): void {
  const position = { x: (AT.x - cy.pan().x) / cy.zoom(), y: (AT.y - cy.pan().y) / cy.zoom() };
  const originalEvent = { detail, timeStamp, buttons: 0, ...more };
  const event = { type, target: cy, cy, position, renderedPosition: AT, originalEvent };
  cy.emit(event as unknown as string);
}

it('a click selects the object of a mark, and enters nothing, though the panel that opens moves the map', () => {
  const { cy, ground, events } = pointed();
  tell(cy, 'tap');
  expect(events.onSelect).toHaveBeenCalledWith('web');
  ground.marks = [];
  tell(cy, 'onetap');
  expect(events.onEnter).not.toHaveBeenCalled();
});

it('a double click opens the object that its first click hit, and the second one selects no other', () => {
  const { cy, ground, events } = pointed();
  tell(cy, 'tap');
  ground.marks = [];
  tell(cy, 'tap', 2);
  tell(cy, 'dbltap', 2);
  expect(events.onSelect).toHaveBeenCalledTimes(1);
  expect(events.onOpen).toHaveBeenCalledWith('web');
});

it('a double tap of a finger opens the card of its first tap, though events count no taps; a later tap starts another', () => {
  const { cy, ground, events } = pointed();
  const { marks } = ground;
  tell(cy, 'tap', 0, 1000);
  ground.marks = [];
  tell(cy, 'tap', 0, 1200);
  tell(cy, 'dbltap', 0, 1200);
  expect(events.onSelect).toHaveBeenCalledTimes(1);
  expect(events.onOpen).toHaveBeenCalledWith('web');
  ground.marks = marks;
  tell(cy, 'tap', 0, 1300);
  tell(cy, 'tap', 0, 1600);
  expect(events.onSelect).toHaveBeenCalledTimes(3);
});

it('a click on a namespace enters it, and its card stays away until the pointer has left it', () => {
  const { cy, ground, events } = pointed();
  ground.marks = [];
  tell(cy, 'mousemove');
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(
    'shop',
    expect.objectContaining(AT),
    undefined,
    undefined,
  );
  tell(cy, 'tap');
  tell(cy, 'onetap');
  expect(events.onEnter).toHaveBeenCalledWith('shop');
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(undefined, AT);
  tell(cy, 'mousemove');
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(undefined, expect.objectContaining(AT));
});

it('a pointer that leaves the map is over nothing, until the map is gone', () => {
  const { cy, ground, events, pointer, host } = pointed();
  ground.marks = [];
  tell(cy, 'mousemove');
  host.dispatchEvent(new Event('mouseleave'));
  expect(events.onHoverNamespace).toHaveBeenCalledTimes(2);
  expect(vi.mocked(events.onHoverNamespace).mock.lastCall?.[0]).toBeUndefined();
  tell(cy, 'mousemove');
  pointer.stop();
  host.dispatchEvent(new Event('mouseleave'));
  expect(events.onHoverNamespace).toHaveBeenCalledTimes(3);
});

it('from afar the first tap of a finger on a mark tells of its namespace, the next one selects', () => {
  const { cy, events } = pointed();
  touch(cy, 'tap', 1000);
  touch(cy, 'onetap', 1000);
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(
    'shop',
    expect.objectContaining(AT),
    undefined,
    'object',
  );
  expect(events.onSelect).not.toHaveBeenCalled();
  touch(cy, 'tap', 3000);
  expect(events.onSelect).toHaveBeenCalledWith('web');
  expect(vi.mocked(events.onHoverNamespace).mock.lastCall?.[0]).toBeUndefined();
});

it('from afar the first tap of a finger on a namespace tells of it, also where its name says all; the next one enters it', () => {
  const { cy, ground, events } = pointed();
  ground.marks = [];
  ground.names = [{ frame: 0, x: 40, y: 40, width: 20, height: 20, isAllSaid: true }];
  const tap = (at: number): void => {
    touch(cy, 'tap', at);
    touch(cy, 'onetap', at);
  };
  tap(1000);
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(
    'shop',
    expect.objectContaining(AT),
    undefined,
    'namespace',
  );
  // A map that moves has something else under the finger.
  touch(cy, 'dragpan', 2000);
  expect(vi.mocked(events.onHoverNamespace).mock.lastCall?.[0]).toBeUndefined();
  tap(3000);
  expect(events.onEnter).not.toHaveBeenCalled();
  tap(5000);
  expect(events.onEnter).toHaveBeenCalledWith('shop');
  // The pointer tells of the namespace again when the person comes back.
  tap(7000);
  expect(events.onEnter).toHaveBeenCalledTimes(1);
});

it('what a finger tapped on is told of also while a mouse is over it, and not once the map has zoomed', () => {
  const { cy, ground, events } = pointed();
  ground.marks = [];
  tell(cy, 'mousemove');
  touch(cy, 'tap', 1000);
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(
    'shop',
    expect.objectContaining(AT),
    undefined,
    'namespace',
  );
  // Zooms as a double tap does, or a button.
  cy.zoom(0.5);
  expect(vi.mocked(events.onHoverNamespace).mock.lastCall?.[0]).toBeUndefined();
});

it('a finger enters at once where lines are drawn, and names can be read', () => {
  const { cy, ground, events } = pointed();
  ground.marks = [];
  const point = { x: (AT.x - cy.pan().x) / cy.zoom(), y: (AT.y - cy.pan().y) / cy.zoom() };
  cy.zoom(0.15);
  cy.pan({ x: AT.x - point.x * 0.15, y: AT.y - point.y * 0.15 });
  touch(cy, 'tap', 1000);
  touch(cy, 'onetap', 1000);
  expect(events.onEnter).toHaveBeenCalledWith('shop');
});

it.each([
  [false, 'shop'],
  [true, undefined],
])('a name that says all that there is to say (%s) has no card beside it', (isAllSaid, card) => {
  const { cy, ground, events } = pointed();
  ground.marks = [];
  ground.names = [{ frame: 0, x: 40, y: 40, width: 20, height: 20, isAllSaid }];
  tell(cy, 'mousemove');
  expect(events.onHoverNamespace).toHaveBeenLastCalledWith(
    card,
    expect.objectContaining(AT),
    undefined,
    undefined,
  );
});
