import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CARD_NAMES_ZOOM, READABLE_ZOOM } from '../../src/map/view/measures.ts';
import { LOWER_MARGIN } from '../../src/map/view/start-camera.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { press } from '../support/press.ts';
import { bigWorld, shopWorld } from '../support/shop-world.ts';
import { mapOnPage, type Started, startApp } from '../support/start-app.tsx';

/** A world of so many objects that they are drawn as rectangles, and still read fast. */
const WORLD = bigWorld(4000);

async function start(path: string, world = WORLD): Promise<Started> {
  const started = await startApp(new FakeServer(world), path, 1440, 900);
  await eventually(() => expect(started.live.store.records.size).toBe(world.length));
  await expect.element(page.getByRole('button', { name: /^Namespaces: / })).toBeVisible();
  return started;
}

function host(): HTMLElement {
  const host = document.querySelector<HTMLElement>('.map-host');
  if (!host) throw new Error('there is no map');
  return host;
}

/** One notch of a mouse's wheel, towards the map, at a point of the canvas. */
function notch(x: number, y: number): void {
  const { left, top } = host().getBoundingClientRect();
  const turn = { deltaY: -100, clientX: left + x, clientY: top + y };
  document
    .querySelector('.map-cards canvas')
    ?.dispatchEvent(new WheelEvent('wheel', { ...turn, bubbles: true, cancelable: true }));
}

/** The point of the world under a point of the canvas. */
function under(x: number, y: number): { readonly x: number; readonly y: number } {
  const zoom = mapOnPage()?.zoom() ?? 1;
  const pan = mapOnPage()?.pan() ?? { x: 0, y: 0 };
  return { x: (x - pan.x) / zoom, y: (y - pan.y) / zoom };
}

/** The middle of the view. */
function middle(): { readonly x: number; readonly y: number } {
  return under(host().clientWidth / 2, host().clientHeight / 2);
}

function minimap(): HTMLElement | null {
  return document.querySelector('.minimap');
}

it.each([
  [1440, 900, WORLD],
  [1920, 1080, shopWorld()],
])(
  'at %i x %i nothing of the map is under the filters, or under what floats over its lower edge',
  async (width, height, world) => {
    await startApp(new FakeServer(world), '/', width, height);
    await expect.element(page.getByRole('button', { name: /^Namespaces: / })).toBeVisible();
    const map = host().getBoundingClientRect();
    const filters = page.getByRole('complementary', { name: 'Filters' }).element();
    expect(filters.getBoundingClientRect().right).toBeLessThanOrEqual(map.left);
    const floating = [...document.querySelectorAll('main .floating')];
    expect(floating.length).toBeGreaterThan(1);
    for (const each of floating) {
      expect(each.getBoundingClientRect().top).toBeGreaterThanOrEqual(map.bottom - LOWER_MARGIN);
    }
  },
);

it('a small world that would only just have no names opens with names, and says that it goes on', async () => {
  const { live } = await startApp(new FakeServer(shopWorld()), '/', 800, 480);
  await eventually(() => expect(live.store.records.size).toBe(shopWorld().length));
  await eventually(() => expect(mapOnPage()?.zoom()).toBe(CARD_NAMES_ZOOM));
  await expect.element(page.getByText('Part of the map is out of view.')).toBeVisible();
  expect(minimap()).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Show everything' }));
  await eventually(() => expect(mapOnPage()?.zoom()).toBeLessThan(CARD_NAMES_ZOOM));
  await eventually(() =>
    expect(page.getByText('Part of the map is out of view.').query()).toBeNull(),
  );
});

describe('the map of a large cluster, from afar', { timeout: 60_000 }, () => {
  beforeEach(() => localStorage.clear());

  it('of 20,000 objects opens on everything; four notches of the wheel lead to readable cards under the pointer, and the small map elsewhere', async () => {
    await start('/', bigWorld(20_000));
    expect(minimap()).toBeNull();
    expect(page.getByRole('button', { name: 'Minimap' }).query()).toBeNull();
    const [x, y] = [420, 260];
    const before = under(x, y);
    for (let turn = 0; turn < 4; turn++) notch(x, y);
    await eventually(() => expect(mapOnPage()?.zoom()).toBeGreaterThan(READABLE_ZOOM));
    expect(under(x, y).x).toBeCloseTo(before.x, 0);
    expect(under(x, y).y).toBeCloseTo(before.y, 0);
    await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(10));
    await eventually(() => expect(minimap()).not.toBeNull());
    const small = minimap();
    if (!small) throw new Error('there is no small map');
    const from = middle();
    await userEvent.dragAndDrop(small, small, {
      sourcePosition: { x: 40, y: 30 },
      targetPosition: { x: 150, y: 100 },
      steps: 4,
    });
    await eventually(() => expect(middle().x).toBeGreaterThan(from.x + 1000));
    expect(middle().y).toBeGreaterThan(from.y + 1000);
    await userEvent.click(page.getByRole('button', { name: 'Minimap' }));
    expect(minimap()).toBeNull();
    expect(localStorage.getItem('gcscope.minimap')).toBe('folded');
  });

  it('a click on a namespace flies there, the address says so, and the way back leads to everything', async () => {
    const { address, history } = await start('/');
    const far = mapOnPage()?.zoom() ?? 1;
    await userEvent.click(host(), { position: { x: 300, y: 110 } });
    await eventually(() => expect(address()).toMatch(/^\/\?at=[a-z-]+\d*$/));
    await eventually(() => expect(mapOnPage()?.zoom()).toBeGreaterThan(2 * far));
    history.back();
    await eventually(() => expect(address()).toBe('/'));
    await eventually(() => expect(mapOnPage()?.zoom()).toBeCloseTo(far, 4));
  });

  it('a double click where nothing is comes closer there', async () => {
    await start('/');
    const map = mapOnPage();
    const [x, y] = [host().clientWidth - 4, host().clientHeight - 4];
    const before = { zoom: map?.zoom() ?? 1, under: under(x, y) };
    await userEvent.dblClick(host(), { position: { x, y } });
    await eventually(() => expect(map?.zoom()).toBeGreaterThan(1.5 * before.zoom));
    // The difference is in pixels of the screen.
    expect(Math.abs(under(x, y).x - before.under.x) * before.zoom).toBeLessThan(2);
  });

  it('from afar the pointer tells the whole name of a namespace, and how much is in it', async () => {
    await start('/');
    // Beside the marks of problems, wherever they are; a pointer that rests does not move.
    let x = 300;
    await eventually(async () => {
      x += 9;
      await userEvent.hover(host(), { position: { x, y: 90 } });
      expect(document.querySelector('.hover-card')?.textContent).toMatch(/-\d+[\d,]+ objects/);
    });
    notch(x, 90);
    await eventually(() => expect(document.querySelector('.hover-card')).toBeNull());
  });

  it('the list of namespaces has the worst first, finds by name, and leads there by keys alone', async () => {
    const { address } = await start('/');
    const open = page.getByRole('button', { name: /^Namespaces: \d+/ });
    await press(open);
    await expect.element(page.getByRole('option').first()).toHaveTextContent(/blocked/);
    await userEvent.keyboard('payments-40{ArrowDown}{Enter}');
    await eventually(() => expect(address()).toBe('/?at=payments-40'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('the first arrow key selects an object in the middle of the view; after Enter the next Tab goes on in its page', async () => {
    const { address, live } = await start('/?at=payments-40');
    await userEvent.keyboard('{ArrowDown}');
    await eventually(() => expect(address()).toMatch(/sel=/));
    const uid = new URLSearchParams(address().split('?')[1]).get('sel') ?? '';
    expect(live.store.records.get(uid)?.namespace).toBe('payments-40');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toMatch(/^\/o\//));
    await eventually(() => expect(document.activeElement?.classList).toContain('page'));
  });

  it('has at most 24 stops of the Tab key before the map, seven of them pages, and the first leads past all others', async () => {
    await start('/');
    await userEvent.tab();
    const skip = page.getByRole('button', { name: 'Skip to the content' });
    await expect.element(skip).toHaveFocus();
    let stops = 1;
    for (; document.activeElement !== host() && stops < 60; stops++) await userEvent.tab();
    expect(stops).toBeLessThanOrEqual(24);
    (skip.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(host());
  });
});
