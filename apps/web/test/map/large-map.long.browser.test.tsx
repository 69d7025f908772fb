import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { bigWorld } from '../support/shop-world.ts';
import { mapOnPage, startApp } from '../support/start-app.tsx';

const OBJECTS = 4000;
/** The most elements that Cytoscape may hold: cards in view, their owners, edges between them. */
const MOST_HELD = 2000;

async function start(path: string): Promise<FakeServer> {
  const server = new FakeServer(bigWorld(OBJECTS));
  const { live } = await startApp(server, path);
  await eventually(() => expect(live.store.records.size).toBe(OBJECTS));
  return server;
}

/** Whether anything was painted behind the cards. */
function paintedBehind(): boolean {
  const behind = document.querySelector<HTMLCanvasElement>('.map-behind');
  const context = behind?.getContext('2d');
  if (!behind || !context) return false;
  const { data } = context.getImageData(0, 0, behind.width, behind.height);
  return data.some((value) => value > 0);
}

/** Visibility of each of these layers. */
function layers(selector: string): string[] {
  const found = [...document.querySelectorAll(selector)];
  return found.map((layer) => getComputedStyle(layer).visibility);
}

describe('the map of a large cluster', { timeout: 60_000 }, () => {
  it.each([
    [1280, 800],
    [390, 844],
  ])(
    'over a place where nothing is, it says so and leads to what is near: %i x %i',
    async (width, height) => {
      const server = new FakeServer(bigWorld(OBJECTS));
      const { address } = await startApp(server, '/?view=map&at=-90000,-90000,2.5', width, height);
      const empty = page.getByText('No object is here.');
      await expect.element(empty).toBeVisible();
      await expect.element(page.getByText(/drawn as/)).not.toBeInTheDocument();
      await page.getByRole('button', { name: /^Go to / }).click();
      await expect.element(empty).not.toBeInTheDocument();
      await eventually(() => expect(address()).toMatch(/at=[a-z-]+/));
      // Moves the map as if dragged: a map that nobody has moved goes back when its size changes.
      mapOnPage()?.pan({ x: 90_000, y: 90_000 }).emit('dragpan');
      await expect.element(empty).toBeVisible();
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expect.element(empty).not.toBeInTheDocument();
    },
  );

  it('from afar draws every object as a rectangle in one layer, and says so; nearer those of the cards show', async () => {
    await start('/');
    await expect
      .element(
        page.getByText(
          /^All [\d,]+ objects and [\d,]+ owners that were never seen are drawn as [\d,]+ rectangles/,
        ),
      )
      .toBeVisible();
    // A stack looks like an object from afar.
    await expect.element(page.getByText(/ in [\d,]+ stacks/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Open all' })).not.toBeInTheDocument();
    expect(mapOnPage()?.elements().length).toBe(0);
    await eventually(() => expect(paintedBehind()).toBe(true));
    expect(layers('.map-behind, .map-above')).toEqual(['visible', 'hidden', 'hidden']);
    expect(layers('.map-cards canvas')).toEqual(['hidden', 'hidden', 'hidden']);
    // Nearer, but with too many objects in view for cards, as in a large window, owners have their names.
    await page.viewport(2400, 1600);
    mapOnPage()?.zoom(0.21);
    await expect.element(page.getByText(/ rectangles, some with names\.$/)).toBeVisible();
    mapOnPage()?.zoom(1);
    await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(10));
    await eventually(() =>
      expect(layers('.map-behind, .map-above')).toEqual(['visible', 'visible', 'hidden']),
    );
    expect(layers('.map-cards canvas').toSorted()).toEqual(['hidden', 'hidden', 'visible']);
  });

  it('on a phone says so on demand, and how much of a filtered view it shows below the map', async () => {
    const server = new FakeServer(bigWorld(OBJECTS));
    await startApp(server, '/?view=map', 390, 844);
    await page.getByRole('button', { name: 'How the map is drawn' }).click();
    const notes = page.getByRole('dialog', { name: 'How the map is drawn' });
    await expect.element(notes.getByText(/are drawn as [\d,]+ rectangles/)).toBeVisible();
    await expect.element(notes.getByText(/have no name at this zoom/)).toBeVisible();
    expect(document.querySelector('.map-foot .map-statement')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await startApp(server, '/?view=map&state=blocked', 390, 844);
    const count = page.getByText(/ of [\d,]+ objects/);
    await expect.element(count).toBeVisible();
    const host = document.querySelector('.map-host')?.getBoundingClientRect().bottom ?? 0;
    expect(count.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(host);
  });

  it('says it in one line, and the rest on demand', async () => {
    const world = bigWorld(OBJECTS);
    const server = new FakeServer(world);
    for (const path of ['/', '/?at=shop-7', `/?at=shop-7&sel=${world.at(-1)?.uid}`]) {
      await startApp(server, path, 1440, 900);
      await expect.element(page.getByText(/ rectangles\.| stacks?\. /)).toBeVisible();
      const statement = document.querySelector('.map-statement');
      expect(statement?.getBoundingClientRect().height).toBeLessThan(40);
    }
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const notes = page.getByRole('dialog', { name: 'How the map is drawn' });
    await expect.element(notes.getByText(/ not drawn\./)).toBeVisible();
  });

  it('nearer it has cards, and says how many objects are rectangles', async () => {
    await start('/?at=shop-7');
    await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(10));
    expect(mapOnPage()?.elements().length).toBeLessThan(MOST_HELD);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect
      .element(page.getByText(/objects and stacks have cards, .* are rectangles/))
      .toBeVisible();
    const marks =
      mapOnPage()
        ?.nodes()
        .map((node) => String(node.data('mark'))) ?? [];
    expect(marks).toContain('blocked');
  });
});
