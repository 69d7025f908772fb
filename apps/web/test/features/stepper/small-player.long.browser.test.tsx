import type { Uid } from '@gcscope/gc-core/wire';
import { CARD_HEIGHT, CARD_WIDTH, inflate, overlaps } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { cornerOf } from '../../../src/map/view/start-camera.ts';
import { eventually } from '../../support/eventually.ts';
import { ForkServer } from '../../support/fork-server.ts';
import {
  atStep,
  intervene,
  isInView,
  player,
  ringed,
  zoomAtRest,
} from '../../support/player-page.ts';
import { shopWorld } from '../../support/shop-world.ts';
import { webOfTheShop } from '../../support/simulate.ts';
import { mapOnPage, startApp } from '../../support/start-app.tsx';

const { nodes, uid: WEB } = webOfTheShop();

function uidOf(name: string): Uid {
  return nodes.find((node) => node.name === name)?.uid ?? '';
}

/** The boxes of the cards in the view of the map, also in part, in px of the page. */
function shownCards(): readonly { readonly name: string; readonly box: DOMRect }[] {
  const cy = mapOnPage();
  const view = cy?.container()?.getBoundingClientRect() ?? new DOMRect();
  return (cy?.nodes().toArray() ?? [])
    .map((node) => {
      const { x, y } = node.renderedPosition();
      const [width, height] = [CARD_WIDTH * node.cy().zoom(), CARD_HEIGHT * node.cy().zoom()];
      const [left, top] = [view.left + x - width / 2, view.top + y - height / 2];
      return { name: String(node.data('uid')), box: new DOMRect(left, top, width, height) };
    })
    .filter(({ box }) => overlaps(box, view));
}

/** The cards that the left or the right edge of the map cuts. */
function cutCards(): readonly string[] {
  const { left = 0, right = 0 } = mapOnPage()?.container()?.getBoundingClientRect() ?? {};
  return shownCards().flatMap(({ name, box }) =>
    box.left < left - 1 || box.right > right + 1 ? [name] : [],
  );
}

function cardsUnder(element: Element): readonly string[] {
  const over = inflate(element.getBoundingClientRect(), -1);
  return shownCards().flatMap(({ name, box }) => (overlaps(box, over) ? [name] : []));
}

/** The elements that float over the map. */
function floats(): readonly Element[] {
  const all = document.querySelectorAll('.map-corner > *, .map-notes > .floating');
  return [...all].filter((each) => getComputedStyle(each).clipPath === 'none');
}

/** The objects in the sentence of the step whose cards are not whole in view, or lie under something. */
function namedOutOfView(): readonly string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('.detail-sentence .select-link');
  const covered = floats().flatMap(cardsUnder);
  return [...links].flatMap(({ href, textContent }) => {
    const uid = new URL(href).searchParams.get('sel') ?? '';
    return isInView(uid) && !covered.includes(uid) ? [] : [textContent];
  });
}

describe('the step player on a desk', { timeout: 60_000 }, () => {
  it('opens on whole cards; neither minimap nor controls cover one', async () => {
    const world = shopWorld();
    const { server } = new ForkServer(world);
    const shop = world.find(({ kind, name }) => kind === 'Namespace' && name === 'shop')?.uid ?? '';
    await startApp(server, `/simulate/${shop}?policy=Foreground&step=0`, 1440, 900);
    await expect.element(player()).toHaveTextContent('step 0 of ');
    await expect.element(page.getByRole('img', { name: 'Minimap' })).toBeVisible();
    await zoomAtRest();
    expect(isInView(shop)).toBe(true);
    expect(shownCards().length).toBeGreaterThan(3);
    expect(cutCards()).toEqual([]);
    const floating = [...document.querySelectorAll('.map-corner > *')];
    expect(floating).toHaveLength(2);
    expect(floating.flatMap(cardsUnder)).toEqual([]);
  });

  it.each(['', '&fold=details'])('keeps room for minimap and controls%s', async (fold) => {
    const { server } = new ForkServer(shopWorld());
    await startApp(server, `/simulate/${WEB}?step=0${fold}`, 1440, 900);
    await expect.element(player()).toHaveTextContent('step 0 of ');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.element(page.getByRole('img', { name: 'Minimap' })).toBeVisible();
    await zoomAtRest();
    const map = mapOnPage()?.container()?.getBoundingClientRect() ?? new DOMRect();
    const corner = cornerOf(map);
    for (const floating of document.querySelectorAll('.map-corner > *')) {
      const { left, top } = floating.getBoundingClientRect();
      const isKept = corner.some(
        ({ width, height }) => map.right - left <= width + 1 && map.bottom - top <= height + 1,
      );
      expect(isKept).toBe(true);
    }
  });

  it('pans to what the sentence of a step names, and does not zoom', async () => {
    const { server } = new ForkServer(shopWorld());
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=0`, 820, 900);
    await expect.element(player()).toHaveTextContent('step 0 of ');
    const zoom = await zoomAtRest();
    const missing: string[] = [];
    for (let step = 1; step < 10; step++) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(player()).toHaveTextContent(`step ${step} of `);
      expect(await zoomAtRest()).toBe(zoom);
      missing.push(...namedOutOfView().map((what) => `${step}: ${what}`));
    }
    expect(missing).toEqual([]);
  });

  it('keeps the evidence and the button above it where they are, step by step', async () => {
    const { server } = new ForkServer(shopWorld());
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=0`, 1440, 900);
    await expect.element(player()).toHaveTextContent('step 0 of ');
    const places = new Set<string>();
    for (let step = 1; step < 10; step++) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(player()).toHaveTextContent(`step ${step} of `);
      const changes = page.getByRole('region', { name: 'What changed' }).element();
      const { right, bottom } = intervene().element().getBoundingClientRect();
      places.add(`${changes.getBoundingClientRect().top} ${right} ${bottom}`);
    }
    expect([...places]).toEqual([expect.any(String)]);
  });
});

describe('the step player on a small screen', { timeout: 60_000 }, () => {
  it('shows all cards once its window is large, until the user moves the map', async () => {
    const { server } = new ForkServer(shopWorld());
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=6`, 390, 844);
    await expect.element(player()).toHaveTextContent('6 of ');
    await zoomAtRest();
    expect(nodes.map(({ uid }) => uid).every(isInView)).toBe(false);
    await page.viewport(1440, 900);
    await eventually(() => expect(nodes.map(({ uid }) => uid).every(isInView)).toBe(true));
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoom = await zoomAtRest();
    await page.viewport(1000, 800);
    expect(await zoomAtRest()).toBe(zoom);
  });

  it.each([
    [390, 844],
    [720, 450],
  ])(
    'at %i × %i px, title, sentence and cards of the first view are whole',
    async (width, height) => {
      const { server } = new ForkServer(shopWorld());
      await startApp(server, `/simulate/${WEB}?policy=Foreground&step=0`, width, height);
      await expect.element(player()).toHaveTextContent('0 of ');
      await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(8));
      expect(await zoomAtRest()).toBeGreaterThanOrEqual(READABLE_ZOOM);
      expect(cutCards()).toEqual([]);
      const title = document.querySelector('.simulate-title .cut');
      expect(title?.textContent).toBe('Simulated Foreground delete of Deployment shop/web');
      expect(title?.scrollWidth).toBe(title?.clientWidth);
      expect(title?.scrollHeight).toBe(title?.clientHeight);
      const top = document.querySelector('.map-host')?.getBoundingClientRect().top;
      expect(top).toBeLessThan(200);
      for (let step = 1; step < 6; step++) {
        await userEvent.keyboard('{ArrowRight}');
        await expect.element(player()).toHaveTextContent(`${step} of `);
        const said = document.querySelector('.detail-sentence');
        const controls = player().element().getBoundingClientRect().top;
        expect(said?.getBoundingClientRect().bottom).toBeLessThanOrEqual(controls);
      }
    },
  );

  it('on a phone, no chip of a line lies on a card, also while the map moves', async () => {
    const world = shopWorld();
    const { server } = new ForkServer(world);
    // An object in another namespace refers to it.
    const orders = world.find(({ name }) => name === 'orders')?.uid;
    await startApp(server, `/simulate/${orders}?policy=Foreground&step=0`, 390, 844);
    await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(8));
    const covered = new Set<string>();
    let chips = 0;
    let frame = requestAnimationFrame(function watch() {
      for (const chip of document.querySelectorAll('.edge-chip')) {
        if (getComputedStyle(chip).visibility === 'hidden') continue;
        chips += 1;
        for (const name of cardsUnder(chip)) covered.add(`${chip.textContent} on ${name}`);
      }
      frame = requestAnimationFrame(watch);
    });
    for (let step = 1; step < 12; step++) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(player()).toHaveTextContent(`${step} of `);
      await zoomAtRest();
    }
    cancelAnimationFrame(frame);
    expect(chips).toBeGreaterThan(0);
    expect([...covered]).toEqual([]);
  });

  it('on a phone, the map comes close to the object of each step, until the user moves the map', async () => {
    const { server } = new ForkServer(nodes);
    const namesAreReadable = (): void =>
      expect(mapOnPage()?.zoom()).toBeGreaterThanOrEqual(READABLE_ZOOM);
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=5`, 390, 844);
    await eventually(() => expect(ringed()).toBe(uidOf('web-6c4b9d7f8')));
    await eventually(namesAreReadable);
    await eventually(() => expect(isInView(uidOf('web-6c4b9d7f8'))).toBe(true));
    // Before the first step no object is concerned.
    await userEvent.keyboard('{Home}');
    await atStep(0);
    await eventually(() => expect(nodes.map(({ uid }) => isInView(uid))).not.toContain(false));
    await userEvent.keyboard('{ArrowRight}');
    await atStep(1);
    await eventually(namesAreReadable);

    await page.getByRole('button', { name: 'Fit everything' }).click();
    const zoom = await zoomAtRest();
    expect(zoom).toBeLessThan(READABLE_ZOOM);
    await userEvent.keyboard('{Home}{ArrowRight}');
    await atStep(1);
    await eventually(() => expect(ringed()).toBe(WEB));
    expect(await zoomAtRest()).toBe(zoom);
  });

  it('on a phone, a map on which all names can be read stays as it is', async () => {
    const { server } = new ForkServer([]);
    await startApp(server, '/scenes/foreground-v1.36?step=0', 390, 844);
    await expect.element(player()).toHaveTextContent('step 0 of 19');
    await eventually(() => expect(mapOnPage()?.nodes()).toHaveLength(3));
    const zoom = await zoomAtRest();
    expect(zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(player()).toHaveTextContent('step 2 of 19');
    await eventually(() => expect(ringed()).toBeDefined());
    expect(await zoomAtRest()).toBe(zoom);
    expect(
      mapOnPage()
        ?.nodes()
        .map((node) => isInView(node.data('uid'))),
    ).toEqual([true, true, true]);
  });

  it('on a phone, no control moves to another line as steps and times get longer', async () => {
    const { server } = new ForkServer(nodes);
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=9`, 390, 844);
    await atStep(9);
    const { height } = player().element().getBoundingClientRect();
    await userEvent.keyboard('{End}');
    await atStep(35);
    await expect.element(player()).toHaveTextContent(/after \d+ s/);
    expect(player().element().getBoundingClientRect().height).toBe(height);
  });

  it.each([
    [390, 844],
    [720, 450],
  ])(
    'at %i × %i px, the list of steps is in view and a press away, below the sentence',
    async (width, height) => {
      const { server } = new ForkServer(nodes);
      // Folded beside the map of a wider page.
      const path = `/simulate/${WEB}?policy=Foreground&step=5&fold=steps`;
      await startApp(server, path, width, height);
      await atStep(5);
      await expect.element(page.getByRole('button', { name: 'Steps' })).not.toBeInTheDocument();
      const list = page.getByText('Steps 35');
      const { top, bottom } = list.element().getBoundingClientRect();
      const said = document.querySelector('.detail-sentence')?.getBoundingClientRect().bottom;
      expect(top).toBeGreaterThan(said ?? Number.POSITIVE_INFINITY);
      expect(bottom).toBeLessThan(player().element().getBoundingClientRect().top);
      const current = page.getByRole('button', { name: 'Step 5', exact: true });
      await expect.element(current).not.toBeInTheDocument();
      await list.click();
      await expect.element(current).toBeInViewport({ ratio: 0.99 });
      const row = current.element().getBoundingClientRect();
      expect(row.bottom).toBeLessThan(player().element().getBoundingClientRect().top);
      await page.getByRole('button', { name: 'Step 7', exact: true }).click();
      await atStep(7);
    },
  );

  it('on a phone, speed, release and comparison are a press away, and no other control moves', async () => {
    const { server } = new ForkServer(nodes);
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=5`, 390, 844);
    await atStep(5);
    const choice = (name: string): Locator => page.getByRole('combobox', { name });
    const places = (): readonly number[] =>
      [
        ...player()
          .element()
          .querySelectorAll('.player > :is(div, input, button):not(.player-more)'),
      ].map((control) => control.getBoundingClientRect().top);
    await expect.element(choice('Release')).not.toBeInTheDocument();
    const before = places();
    const more = page.getByRole('button', { name: /^More/ });
    await more.click();
    await expect.element(more).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Speed', 'Release', 'Compare with']) {
      await expect.element(choice(name)).toBeInViewport({ ratio: 0.99 });
      const label = page.getByText(name, { exact: true }).element();
      expect(label.checkVisibility()).toBe(true);
      expect(getComputedStyle(label).clipPath).toBe('none');
    }
    expect(places()).toEqual(before);
    await choice('Compare with').selectOptions('Orphan');
    await expect.element(page.getByRole('region', { name: 'Comparison: Orphan' })).toBeVisible();
    await more.click();
    await expect.element(choice('Release')).not.toBeInTheDocument();
  });
});
