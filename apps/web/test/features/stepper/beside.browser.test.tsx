import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { eventually } from '../../support/eventually.ts';
import { ForkServer } from '../../support/fork-server.ts';
import {
  atStep,
  detail,
  isInView,
  mapBoxes,
  player,
  startPlayer,
  zoomAtRest,
} from '../../support/player-page.ts';
import { shopWorld } from '../../support/shop-world.ts';
import { webOfTheShop } from '../../support/simulate.ts';
import { mapOnPage, startApp } from '../../support/start-app.tsx';

const { nodes, uid: WEB } = webOfTheShop();

/** Expects the whole element on the screen, but for a fraction of a px. */
function expectInView(element: Element): void {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  expect(Math.min(left, top)).toBeGreaterThan(-1);
  expect(right).toBeLessThan(window.innerWidth + 1);
  expect(bottom).toBeLessThan(window.innerHeight + 1);
}

describe('two simulations beside each other', { timeout: 60_000 }, () => {
  it('a release without the policy says so', async () => {
    const { server } = new ForkServer(nodes);
    await startApp(server, `/simulate/${WEB}?policy=Foreground&beside=v1.4&step=2`, 1440, 900);
    const other = page.getByRole('region', { name: 'Comparison: v1.4' });
    await expect
      .element(other)
      .toHaveTextContent(
        /^Background deletion, Kubernetes v1\.4 step 2 of \d+; v1\.4 has no Foreground/,
      );
  });

  it.each([
    ['Background', 1440],
    ['v1.28', 390],
  ])(
    'compared with %s at %i px, each side has the rules it follows and its step in its head',
    async (beside, width) => {
      const { server } = new ForkServer(nodes);
      const path = `/simulate/${WEB}?policy=Foreground&release=v1.36&beside=${beside}&step=5`;
      await startApp(server, path, width, width === 390 ? 844 : 900);
      await eventually(() => expect(mapBoxes()).toHaveLength(2));
      const [policy, release] =
        beside === 'Background' ? [beside, 'v1.36'] : ['Foreground', beside];
      const names = [...document.querySelectorAll('.beside-head strong')];
      expect(names.map(({ textContent }) => textContent)).toEqual([
        'Foreground deletion, Kubernetes v1.36',
        `${policy} deletion, Kubernetes ${release}`,
      ]);
      for (const name of names) {
        await eventually(() => expectInView(name));
        // Nothing lies over it.
        const { left, top, height } = name.getBoundingClientRect();
        expect(document.elementFromPoint(left + 4, top + height / 2)).toBe(name);
      }
      const steps = [...document.querySelectorAll('.beside-head .beside-step')];
      expect(steps).toHaveLength(2);
      for (const step of steps) {
        expect(step.querySelector('.actor')?.textContent).toMatch(/^(Collector|API|A )/);
        await eventually(() => expectInView(step));
      }
      expect(steps[0]?.textContent).toMatch(/deletes ReplicaSet .*web-6c4b9d7f8.*AD-17/);
      // Said once, in the head.
      const below = detail().element().querySelector('.detail-head')?.textContent;
      const sides = beside === 'Background' ? 'ForegroundBackground' : 'v1.36v1.28';
      expect(below).toBe(`Details of ${sides} Intervene`);
    },
  );

  it.each([
    [390, 844, 2 * 18],
    [720, 450, 0],
  ])(
    'at %i × %i px, a head of a comparison scrolls by %i px at most, and both maps have one zoom',
    async (width, height, most) => {
      const { server } = new ForkServer(nodes);
      const path = `/simulate/${WEB}?policy=Foreground&beside=Background&step=6`;
      await startApp(server, path, width, height);
      await eventually(() => expect(mapBoxes()).toHaveLength(2));
      const steps = [...document.querySelectorAll('.beside-step')];
      expect(steps).toHaveLength(2);
      for (const step of steps) {
        const { scrollHeight, clientHeight } = step;
        expect(scrollHeight - clientHeight).toBeLessThanOrEqual(most);
        // No line is cut through its letters.
        expect(clientHeight % Number.parseFloat(getComputedStyle(step).lineHeight)).toBe(0);
      }
      await zoomAtRest();
      expect(mapOnPage(0)?.zoom()).toBeCloseTo(mapOnPage(1)?.zoom() ?? 0, 2);
    },
  );

  it('a comparison begins with folded details, which the address says; a side or Intervene unfolds them', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=5`);
    const log = page.getByText('Collector’s log');
    const compare = page.getByRole('combobox', { name: 'Compare with' });
    const folds = (): string | null => new URLSearchParams(address().split('?')[1]).get('fold');
    await expect.element(log).toBeVisible();
    await compare.selectOptions('Orphan');
    await eventually(() => expect(folds()).toBe('details'));
    await expect.element(log).not.toBeVisible();
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    for (const { top, bottom } of mapBoxes()) expect(bottom - top).toBeGreaterThan(500);
    const sides = page.getByRole('radiogroup', { name: 'Details of' });
    await sides.getByRole('radio', { name: 'Foreground' }).click();
    await expect.element(log).toBeVisible();
    // Unfolded details stay with another policy.
    await compare.selectOptions('Background');
    await expect.element(page.getByRole('region', { name: /^Comparison: Back/ })).toBeVisible();
    expect(folds()).toBe('none');
    await page.getByRole('button', { name: 'Details' }).click();
    await expect.element(log).not.toBeVisible();
    await page.getByRole('button', { name: 'Intervene' }).click();
    await expect.element(page.getByRole('region', { name: 'Other actors' })).toBeVisible();
    await page.getByRole('button', { name: 'Details' }).click();
    await compare.selectOptions('nothing');
    await eventually(() => expect(address()).not.toContain('beside='));
    expect(folds()).toBeNull();
  });

  it('a link to a comparison that says nothing of the details opens with folded ones', async () => {
    const { address } = await startPlayer(
      `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=5`,
    );
    const log = page.getByText('Collector’s log');
    const details = page.getByRole('button', { name: 'Details' });
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    for (const { top, bottom } of mapBoxes()) expect(bottom - top).toBeGreaterThan(500);
    await expect.element(details).toHaveAttribute('aria-pressed', 'false');
    await expect.element(log).not.toBeVisible();
    await details.click();
    await expect.element(log).toBeVisible();
    expect(address()).toContain('&fold=none');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOptions('nothing');
    await eventually(() => expect(address()).not.toContain('fold='));
  });

  it('a link to a comparison with open details keeps them', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&beside=Orphan&step=5&fold=none`);
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    await expect.element(page.getByText('Collector’s log')).toBeVisible();
  });

  it('how the ends of a comparison differ stands below both heads', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&beside=v1.28&step=5`);
    const ends = page.getByRole('region', { name: 'Ends compared' });
    await expect.element(ends).toHaveTextContent('With v1.28, every object ends the same.');
    const { left, right } = ends.element().getBoundingClientRect();
    expect([left, right]).toEqual([0, 1440]);
  });

  it.each([
    [
      1440,
      900,
      /^With Background, every object ends the same, but .*web goes first instead of last\.$/,
    ],
    [390, 844, /^With Background, the same ends in another order$/],
  ])('of the same ends, another order is told at %i × %i px', async (width, height, words) => {
    const free = nodes.map((node) => ({ ...node, finalizers: [] }));
    const path = `/simulate/${WEB}?policy=Foreground&beside=Background&step=5`;
    await startApp(new ForkServer(free).server, path, width, height);
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    const said = page.getByRole('region', { name: 'Ends compared' }).getByText(words);
    await expect.element(said).toBeVisible();
    const { bottom } = said.element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(player().element().getBoundingClientRect().top + 1);
    if (width > 390) return;
    await said.click();
    const line = page.getByText('Deployment shop/web goes first instead of last');
    await expect.element(line).toBeVisible();
  });

  it('the head of a side that has ended says so, and no longer its last step', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&beside=Background&step=35`);
    const other = page.getByRole('region', { name: 'Comparison: Background' });
    await expect.element(other).toHaveTextContent(/v1\.36 ended after \d+ steps/);
    const [first, second] = document.querySelectorAll('.beside-head .beside-step');
    expect(first?.querySelector('.actor')).not.toBeNull();
    expect(second?.textContent).toBe('');
  });

  it('both maps of a comparison begin at one height, and stay there', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&beside=Background&step=5`);
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    const before = mapBoxes();
    expect(new Set(before.map(({ top }) => top)).size).toBe(1);
    await userEvent.keyboard('{Home}');
    await atStep(0);
    expect(mapBoxes()).toEqual(before);
  });

  it('both maps of a comparison open on everything, also where one was looked at closely', async () => {
    const shown = (): readonly unknown[] =>
      page
        .getByRole('toolbar', { name: 'Map' })
        .elements()
        .map((each) => each.textContent?.match(/\d+ %/)?.[0]);
    const isAllInView = (): boolean => nodes.every(({ uid }) => isInView(uid));
    const { server } = new ForkServer(nodes);
    await startApp(server, `/simulate/${WEB}?policy=Foreground&step=0`, 1000, 640);
    await atStep(0);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(() => expect(isAllInView()).toBe(false));
    await page.getByRole('combobox', { name: 'Compare with' }).selectOptions('Orphan');
    await eventually(() => expect(shown()).toHaveLength(2));
    await eventually(() => {
      const [one, other] = shown();
      expect(one).toBe(other);
      // Beside each other, they have less room than readable names of all would need.
      expect(mapOnPage()?.zoom()).toBeLessThan(READABLE_ZOOM);
      expect(isAllInView()).toBe(true);
    });
  });

  it.each([
    [390, 844, 190],
    [375, 667, 120],
  ])(
    'at %i × %i px, how the ends differ stands whole between maps of %i px or more and the controls; the list is a press away',
    async (width, height, least) => {
      const { server } = new ForkServer(shopWorld());
      const path = `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=8`;
      await startApp(server, path, width, height);
      await eventually(() => expect(mapBoxes()).toHaveLength(2));
      for (const { top, bottom } of mapBoxes()) expect(bottom - top).toBeGreaterThan(least);
      const ends = page.getByRole('region', { name: 'Ends compared' });
      const isWhole = (): void => {
        const { top, bottom } = ends.element().getBoundingClientRect();
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThanOrEqual(player().element().getBoundingClientRect().top + 1);
      };
      isWhole();
      const summary = ends.getByText(/^With Orphan, \d+ objects end differently$/);
      await summary.click();
      await expect.element(ends.getByRole('listitem').first()).toBeVisible();
      const count = Number(summary.element().textContent.match(/\d+/)?.[0]);
      expect(ends.getByRole('listitem').elements()).toHaveLength(count);
      await eventually(isWhole);
    },
  );

  it.each([1440, 1024])(
    'at %i px, the maps of a comparison stay where they are from step to step, also where a sentence has three lines or more',
    async (width) => {
      const { server } = new ForkServer(nodes);
      const path = `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=0`;
      await startApp(server, path, width, 900);
      await eventually(() => expect(mapBoxes()).toHaveLength(2));
      const [first] = mapBoxes();
      let most = 0;
      for (let step = 1; step <= 35; step++) {
        await userEvent.keyboard('{ArrowRight}');
        await atStep(step);
        const tops = mapBoxes().map(({ top }) => top);
        expect([step, ...tops]).toEqual([step, first?.top, first?.top]);
        for (const sentence of document.querySelectorAll('.beside-step')) {
          const lines =
            sentence.scrollHeight / Number.parseFloat(getComputedStyle(sentence).lineHeight);
          most = Math.max(most, lines);
          expect([step, sentence.clientHeight % 22]).toEqual([step, 0]);
        }
      }
      expect(most).toBeGreaterThanOrEqual(3);
    },
  );

  it('on a phone, a map of a comparison has few controls', async () => {
    const { server } = new ForkServer(nodes);
    const path = `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=5`;
    await startApp(server, path, 390, 844);
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    // More controls would cover cards.
    const map = page.getByRole('toolbar', { name: 'Map' }).first();
    await expect.element(map.getByRole('button', { name: 'Fit everything' })).toBeVisible();
    await expect.element(map.getByRole('button', { name: 'Legend' })).not.toBeInTheDocument();
  });
});
