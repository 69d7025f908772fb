import { CARD_WIDTH, layout, rowsOf } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { describe, expect, it, vi } from 'vitest';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { Viewport } from '../../../src/map/view/viewport.ts';
import { after, before } from '../../support/moved-world.ts';
import { ownedBy, record } from '../../support/record.ts';

// Nothing travels here.
vi.stubGlobal('cancelAnimationFrame', () => undefined);

const SIZE = { width: 1000, height: 700 };
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

/** A viewport of this size that looks at that namespace, and what it looks at. */
function begun(size = SIZE): { readonly viewport: Viewport; readonly look: () => Look } {
  const cy = cytoscape({ headless: true });
  const nothing = (): void => undefined;
  const events = { onRest: nothing, onArrive: nothing };
  const viewport = new Viewport(cy, () => size, true, events);
  viewport.restart({ namespace });
  viewport.follow(before, layout(rowsOf([])));
  const look = (): Look => {
    const [zoom, pan] = [cy.zoom(), cy.pan()];
    return { x: (size.width / 2 - pan.x) / zoom, y: (size.height / 2 - pan.y) / zoom, zoom };
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

it('on a phone, an object that comes into view has a cut card on one side at most', () => {
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const below = Array.from({ length: 30 }, (_, at) =>
    record({ uid: `below-${at}`, kind: `Kind${at}`, owners: [ownedBy(owner)] }),
  );
  const placed = layout(rowsOf([owner, ...below]));
  const phone = { width: 390, height: 560 };
  for (let slot = 1; slot < placed.uids.length; slot++) {
    const { viewport, look } = begun(phone);
    viewport.restart(undefined);
    viewport.follow(placed, layout(rowsOf([])));
    const [x = 0, y = 0] = [placed.x[slot], placed.y[slot]];
    viewport.reveal({ x, y }, [], () => placed.bounds, placed);
    viewport.stop();
    const { zoom, ...camera } = look();
    expect(zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    const half = phone.width / 2 / zoom;
    const [left, right] = [camera.x - half, camera.x + half];
    const isCut = (middle: number): boolean => {
      const [from, to] = [middle - CARD_WIDTH / 2, middle + CARD_WIDTH / 2];
      return (from < left && to > left) || (from < right && to > right);
    };
    expect(new Set([...placed.x].filter(isCut)).size).toBeLessThanOrEqual(1);
  }
});
