import { layout, rowsOf } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { describe, expect, it, vi } from 'vitest';
import { Viewport } from '../../src/map/viewport.ts';
import { record } from '../support/record.ts';
import { bigWorld } from '../support/shop-world.ts';

// Nothing travels here.
vi.stubGlobal('cancelAnimationFrame', () => undefined);

const SIZE = { width: 1000, height: 700 };
const world = bigWorld(400);
const before = layout(rowsOf(world));
/** Something is blocked in a namespace of its own: it comes first, and the others make room. */
const intruder = record({
  uid: 'intruder',
  namespace: 'a-new-one',
  beingDeleted: true,
  summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
});
const after = layout(rowsOf([...world, intruder]));
const moved = before.namespaces.find(({ namespace, x, y }) => {
  const now = after.namespaces.find((frame) => frame.namespace === namespace);
  return now !== undefined && (now.x !== x || now.y !== y);
});
const namespace = moved?.namespace ?? '';

interface Look {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A viewport that looks at that namespace, and what it looks at. */
function begun(): { readonly viewport: Viewport; readonly look: () => Look } {
  const cy = cytoscape({ headless: true });
  const nothing = (): void => undefined;
  const events = { onRest: nothing, onArrive: nothing };
  const viewport = new Viewport(cy, () => SIZE, true, events);
  viewport.restart({ namespace });
  viewport.follow(before, layout(rowsOf([])));
  const look = (): Look => {
    const [zoom, pan] = [cy.zoom(), cy.pan()];
    return { x: (SIZE.width / 2 - pan.x) / zoom, y: (SIZE.height / 2 - pan.y) / zoom, zoom };
  };
  return { viewport, look };
}

/** Where a link to the namespace leads in the later layout. */
function linked(): Look {
  const { viewport, look } = begun();
  viewport.visit({ namespace }, after);
  viewport.stop();
  return look();
}

describe('a view of a namespace', () => {
  it('goes along when the namespace leaves its place', () => {
    const { viewport, look } = begun();
    const first = look();
    viewport.follow(after, before);
    expect(look()).not.toEqual(first);
    expect(look()).toEqual(linked());
  });

  it('stays where it is once the user has moved it, or has opened a stack in it', () => {
    const zoomed = begun();
    zoomed.viewport.zoomBy(1.2);
    const opened = begun();
    opened.viewport.keep(
      () => ({ x: 0, y: 0 }),
      () => undefined,
    );
    for (const { viewport, look } of [zoomed, opened]) {
      const first = look();
      viewport.follow(after, before);
      expect(look()).toEqual(first);
      viewport.stop();
    }
  });
});
