import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { ForkServer } from '../../support/fork-server.ts';
import { atStep, mapBoxes, player, startPlayer, zoomAtRest } from '../../support/player-page.ts';
import { shopWorld } from '../../support/shop-world.ts';
import { webOfTheShop } from '../../support/simulate.ts';
import { mapOnPage, startApp } from '../../support/start-app.tsx';
import { withoutMotion } from '../../support/without-motion.ts';

const { nodes, uid: WEB } = webOfTheShop();

function markedOn(at: number): unknown {
  return mapOnPage(at)?.nodes('.selected').data('uid');
}

/** Whether the card of the current step is whole in the view of a map. */
function isMarkedInView(at: number): boolean {
  const cy = mapOnPage(at);
  const card = cy?.nodes('.selected');
  if (!cy || !card?.nonempty()) return false;
  const { x1, x2, y1, y2 } = card.renderedBoundingBox();
  return x1 >= 0 && y1 >= 0 && x2 <= cy.width() && y2 <= cy.height();
}

describe('two simulations beside each other, step by step', { timeout: 60_000 }, () => {
  it.each([
    [390, 844],
    [1440, 900],
  ])('at %i × %i px, both maps show the object of each step', async (width, height) => {
    await withoutMotion();
    const { server } = new ForkServer(nodes);
    const path = `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=1`;
    await startApp(server, path, width, height);
    await eventually(() => expect(mapBoxes()).toHaveLength(2));
    const missing: string[] = [];
    for (let step = 2; step < 30; step++) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(player()).toHaveTextContent(`${step} of 35`);
      await zoomAtRest(0);
      await zoomAtRest(1);
      for (const at of [0, 1]) if (!isMarkedInView(at)) missing.push(`${step} on map ${at}`);
      // The Orphan deletion ends early: then its map shows the object of the other side.
      if (step > 13 && markedOn(1) !== markedOn(0)) missing.push(`${step}: two objects`);
    }
    expect(missing).toEqual([]);
  });

  it.each([
    [390, 844],
    [360, 740],
    [375, 667],
  ])(
    'at %i × %i px, both maps of a comparison stay where they are above the controls, with one zoom',
    async (width, height) => {
      await withoutMotion();
      const { server } = new ForkServer(shopWorld());
      const path = `/simulate/${WEB}?policy=Foreground&beside=Orphan&step=1`;
      await startApp(server, path, width, height);
      await eventually(() => expect(mapBoxes()).toHaveLength(2));
      const places = new Set<string>();
      const zooms = new Set<number>();
      let longest = 0;
      for (let step = 2; step < 16; step++) {
        await userEvent.keyboard('{ArrowRight}');
        await expect.element(player()).toHaveTextContent(`${step} of `);
        for (const at of [0, 1]) zooms.add((await zoomAtRest(at)) ?? 0);
        places.add(JSON.stringify(mapBoxes()));
        for (const each of document.querySelectorAll('.beside-step')) {
          longest = Math.max(longest, each.textContent.length);
        }
      }
      expect(longest).toBeGreaterThan(130);
      expect([...places]).toHaveLength(1);
      expect([...zooms]).toHaveLength(1);
      const { top } = player().element().getBoundingClientRect();
      for (const { bottom } of mapBoxes()) expect(bottom).toBeLessThanOrEqual(top);
    },
  );
});

describe('the step player, step by step', { timeout: 60_000 }, () => {
  it('the slider keeps its length once steps have a time', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=1`);
    const slider = player().getByRole('slider', { name: 'Step' });
    await expect.element(slider).toBeVisible();
    const lengths = new Set<number>();
    const texts = new Set<string>();
    for (let step = 1; step < 35; step++) {
      lengths.add(Math.round(slider.element().getBoundingClientRect().width));
      texts.add(document.querySelector('.player-time')?.textContent ?? '');
      await userEvent.keyboard('{ArrowRight}');
      await atStep(step + 1);
    }
    expect(texts.size).toBeGreaterThan(1);
    expect(lengths.size).toBe(1);
  });
});
