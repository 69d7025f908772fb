import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  crossEdges,
  type Layout,
  layout,
  type Rows,
  routeEdges,
  rowsOf,
  slotOf,
} from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { mapOnPage, placeOf, startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', kind: 'Deployment', name: 'api', namespace: 'zoo' });
const token = record({
  uid: 'token',
  kind: 'Secret',
  name: 'token',
  namespace: 'app',
  owners: [ownedBy(owner)],
  summary: {
    verdict: 'goes',
    rule: 'CL-13',
    wrong: [{ index: 0, finding: 'cross-namespace' }],
  },
});
const pod = record({ uid: 'pod', name: 'api-1', namespace: 'zoo', owners: [ownedBy(owner)] });
const records = [owner, token, pod];

/** The objects as the map lays them out in a window of the usual shape. */
function laidOut(): Layout {
  return layout(rowsOf(records), undefined, 1.7);
}

/** The bends and ends of the only routed line, world px. */
function route(): readonly number[] {
  const rows = rowsOf(records);
  const placed = laidOut();
  return routeEdges(placed, crossEdges(rows.edges, placed))[0]?.points ?? [];
}

function drawn(around: readonly NodeRecord[]): { readonly rows: Rows; readonly placed: Layout } {
  const rows = rowsOf(around, undefined, around[0]?.uid);
  return { rows, placed: layout(rows, undefined, 1.7) };
}

async function start(path: string): Promise<() => string> {
  const { address } = await startApp(new FakeServer(records), path);
  await eventually(() => expect(placeOf('token')).toBeDefined());
  return address;
}

/** A point of the world in CSS px of the map. */
function onMap(x: number, y: number): { readonly x: number; readonly y: number } {
  const { zoom, pan } = {
    zoom: mapOnPage()?.zoom() ?? 1,
    pan: mapOnPage()?.pan() ?? { x: 0, y: 0 },
  };
  return { x: x * zoom + pan.x, y: y * zoom + pan.y };
}

async function pointAt(x: number, y: number): Promise<void> {
  const map = page.getByRole('application');
  await userEvent.hover(map, { position: onMap(x, y) });
}

/** The colour of a pixel of the lines at a point of the world. */
function colourAt(x: number, y: number): readonly number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('.map-above');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('The map has no canvas.');
  const ratio = canvas.width / canvas.clientWidth;
  const place = onMap(x, y);
  return [
    ...context.getImageData(Math.round(place.x * ratio), Math.round(place.y * ratio), 1, 1).data,
  ];
}

/** Number of red px on the upper layer of the map. */
function reds(): number {
  const canvas = document.querySelector<HTMLCanvasElement>('.map-above');
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  let count = 0;
  for (let at = 0; data && at < data.length; at += 4) {
    const [red = 0, green = 0, , alpha = 0] = data.subarray(at, at + 4);
    if (red > 150 && green < 100 && alpha > 150) count++;
  }
  return count;
}

describe('the edges of the map', { timeout: 60_000 }, () => {
  it('a line explains itself under the pointer until Escape, and moves nothing, also one within a tree', async () => {
    await start('/?at=400,100,1');
    const before = placeOf('token');
    const [x0 = 0, y0 = 0, x1 = 0] = route();
    await pointAt((x0 + x1) / 2, y0);
    const sentence = page.getByText('Secret app/token names Deployment api as an owner.');
    await expect.element(sentence).toBeVisible();
    await expect
      .element(
        page.getByText(
          'the uid is that of Deployment zoo/api · controller: true · blocks the owner’s',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText(/the owner is in another namespace/)).toBeVisible();
    expect(placeOf('token')).toEqual(before);
    await userEvent.keyboard('{Escape}');
    await expect.element(sentence).not.toBeInTheDocument();
    const pod = mapOnPage()
      ?.nodes()
      .filter((node) => node.data('uid') === 'pod');
    const { x = 0, y = 0 } = pod?.position() ?? {};
    await pointAt(x, y - 30);
    await expect
      .element(page.getByText('Pod zoo/api-1 names Deployment zoo/api as an owner.'))
      .toBeVisible();
  });

  it('[NS-08] leads from a Namespace in deletion to what it waits for, and says so', async () => {
    const space = record({
      uid: 'space',
      kind: 'Namespace',
      name: 'app',
      namespace: '',
      beingDeleted: true,
    });
    const held = record({
      uid: 'held',
      kind: 'Secret',
      name: 'held',
      namespace: 'app',
      beingDeleted: true,
    });
    const calm = record({ uid: 'calm', kind: 'Secret', name: 'calm', namespace: 'app' });
    await startApp(new FakeServer([space, held, calm]), '/o/space');
    await eventually(() => expect(placeOf('held')).toBeDefined());
    const { rows, placed } = drawn([space, held, calm]);
    const [line, ...others] = routeEdges(placed, crossEdges(rows.edges, placed));
    expect(others).toEqual([]);
    const [x0 = 0, y0 = 0, x1 = 0] = line?.points ?? [];
    await pointAt((x0 + x1) / 2, y0);
    await expect.element(page.getByText('Namespace app waits for Secret app/held.')).toBeVisible();
  });

  it('from afar, where they would be read as borders, shows those of the namespace under the pointer, and says them', async () => {
    const { namespaces } = laidOut();
    const cornerOf = (namespace: string): readonly [number, number] => {
      const frame = namespaces.find((each) => each.namespace === namespace);
      if (!frame) throw new Error('The namespace has no frame.');
      // Clear of its card and of the mark there.
      return [frame.x + 10, frame.y + frame.height - 10];
    };
    await start('/?at=400,100,0.1');
    await pointAt(-400, -400);
    // The red px of the mark at the Secret.
    const before = reds();
    await pointAt(...cornerOf('app'));
    await expect.element(page.getByText('1 object names an owner in zoo.')).toBeVisible();
    await eventually(() => expect(reds()).toBeGreaterThan(before + 20));
    await pointAt(...cornerOf('zoo'));
    await expect.element(page.getByText('1 object in app names an owner here.')).toBeVisible();
    await pointAt(-400, -400);
    await eventually(() => expect(reds()).toBe(before));
  });

  it('says that a line is not drawn as soon as the view has gone afar, and until it is near', async () => {
    await start('/?at=400,100,0.13');
    const missing = page.getByText('1 line to an owner elsewhere is not drawn.', { exact: false });
    await expect.element(missing).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.element(missing).toBeVisible();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.element(missing).not.toBeInTheDocument();
  });

  it('tells the same to those who travel with the keyboard', async () => {
    await start('/?sel=token');
    const announced = (): string => document.querySelector('.map [aria-live]')?.textContent ?? '';
    await eventually(() =>
      expect(announced()).toMatch(/names Deployment api as an owner.*in another namespace/),
    );
  });

  it('has an arrowhead at the owner, in the colour of the reference', async () => {
    await start('/?at=400,100,1');
    const points = route();
    const [before = 0, , tip = 0, y = 0] = points.slice(-4);
    const back = Math.sign(before - tip);
    await eventually(() => {
      const [red = 0, green = 255, , alpha = 0] = colourAt(tip + back * 10, y + 2);
      expect([red > 150, green < 100, alpha > 150]).toEqual([true, true, true]);
    });
  });

  it('a chip where a line leaves the view leads to its far end', async () => {
    const placed = laidOut();
    const slot = slotOf(placed, 'token') ?? 0;
    // The line leaves downwards, beside what floats over the map.
    const [x, y] = [(placed.x[slot] ?? 0) - 60, (placed.y[slot] ?? 0) - 60];
    const address = await start(`/?at=${x},${y},2.5`);
    const chip = page.getByRole('button', {
      name: 'Go to the owner: Deployment api, wrong reference',
    });
    await expect.element(chip).toBeVisible();
    expect(chip.element().querySelector('.lucide-arrow-down')).not.toBeNull();
    await chip.click();
    await eventually(() => expect(address()).toContain('owner'));
    await eventually(() => {
      const size = mapOnPage()?.container()?.getBoundingClientRect();
      const place = placeOf('owner');
      expect(place && size && place.x > size.left && place.x < size.right).toBe(true);
    });
    await expect.element(chip).not.toBeInTheDocument();
  });

  it('says how many lines are not drawn, and how many chips there is no room for', async () => {
    const many = Array.from({ length: 310 }, (_, at) => [
      record({ uid: `to-${at}`, kind: 'Deployment', name: `to-${at}`, namespace: 'zoo' }),
      record({
        uid: `from-${at}`,
        name: `from-${at}`,
        namespace: 'app',
        owners: [{ ...ownedBy(owner), uid: `to-${at}`, name: `to-${at}` }],
        summary: {
          verdict: 'goes',
          rule: 'CL-13',
          wrong: [{ index: 0, finding: 'cross-namespace' }],
        },
      }),
    ]).flat();
    await startApp(new FakeServer(many), '/?sel=from-150');
    await expect
      .element(page.getByText('10 lines to owners elsewhere are not drawn. Zoom in to see them.'))
      .toBeVisible();
    // Until then only the lines of the selected object have chips.
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText(/^\d+ more lines leave the view\.$/)).toBeVisible();
    expect(document.querySelectorAll('.edge-chip').length).toBeLessThanOrEqual(10);
  });
});
