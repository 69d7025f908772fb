import type { Uid } from '@gcscope/gc-core/wire';
import { describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { ForkServer } from '../../support/fork-server.ts';
import {
  atStep,
  detail,
  player,
  ringed,
  startPlayer,
  zoomAtRest,
} from '../../support/player-page.ts';
import { press } from '../../support/press.ts';
import { webOfTheShop } from '../../support/simulate.ts';
import { mapOnPage, markOnMap } from '../../support/start-app.tsx';

const { nodes, uid: WEB } = webOfTheShop();

function uidOf(name: string): Uid {
  return nodes.find((node) => node.name === name)?.uid ?? '';
}

describe('the step player', { timeout: 60_000 }, () => {
  it('says in one line that nothing changes, however long a name is', async () => {
    const name = 'long-name-'.repeat(20);
    const named = nodes.map((node) => (node.uid === WEB ? { ...node, name } : node));
    await startPlayer(`/simulate/${WEB}?step=0`, new ForkServer(named));
    await expect.element(player()).toHaveTextContent('step 0 of');
    const promise = page.getByText('Nothing in the cluster changes.');
    expect(promise.element().getBoundingClientRect().height).toBeLessThan(30);
    await page.viewport(800, 800);
    expect(promise.element().getBoundingClientRect().height).toBeLessThan(45);
  });

  it('says at the end of how many kinds objects are missing', async () => {
    await startPlayer(`/simulate/${WEB}?step=0`);
    const missing = 'Objects of 1 kind that could not be read are missing here.';
    await expect.element(page.getByText(missing)).toBeVisible();
  });

  it.each([
    [390, 844, 0.4],
    [720, 450, 0.41],
  ])(
    'at %i × %i px, the map has most of the room, and the sentence and the button stay in view',
    async (width, height, share) => {
      await startPlayer(`/simulate/${WEB}?policy=Foreground&step=5`);
      await page.viewport(width, height);
      const intervene = page.getByRole('button', { name: 'Intervene' });
      await expect.element(intervene).toBeInViewport({ ratio: 0.99 });
      const boxOf = (name: string): DOMRect =>
        document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
      await eventually(() => {
        const [map, text] = [boxOf('.simulate-map'), boxOf('.detail')];
        const below = player().element().getBoundingClientRect().top;
        const details = (below - Math.max(text.top, map.top)) * text.width;
        const both = (below - map.top) * width;
        expect(details / both).toBeLessThan(share);
        expect(boxOf('.detail-sentence').bottom).toBeLessThan(below);
        // The button is in the line of the steps and takes no room of its own.
        const [steps, button] = [boxOf('.steps-fold > summary'), intervene.element()];
        expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(steps.bottom + 1);
        expect(steps.bottom).toBeLessThan(below);
      });
    },
  );

  it('[AD-17] moves map, sentence, list, evidence and address with each step, and back', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=5`);
    const gone = uidOf('web-6c4b9d7f8');
    await expect
      .element(detail())
      .toHaveTextContent(/delete worker.*deletes ReplicaSet .*web-6c4b9d7f8.*AD-17/);
    await expect.element(detail()).toHaveTextContent(/DELETE\/apis\/apps\/v1\/.*200 OK/);
    await expect.element(detail()).toHaveTextContent(/removed from storage/);
    await eventually(() => expect(ringed()).toBe(gone));

    await userEvent.keyboard('{ArrowRight}');
    await atStep(6);
    await expect.element(detail()).toHaveTextContent(/left the graph/);
    await eventually(() => expect(markOnMap(gone)).toBe('gone'));
    await expect
      .element(page.getByRole('listitem').and(page.getByText(/^6Collector · graph builder/)))
      .toHaveAttribute('aria-current', 'step');
    await eventually(() => expect(address()).toContain('step=6'));

    await userEvent.keyboard('{ArrowLeft}');
    await atStep(5);
    await eventually(() => expect(markOnMap(gone)).not.toBe('gone'));
  });

  it('steps with the keys wherever the focus is, and leaves with Esc', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground`);
    await atStep(0);
    await userEvent.keyboard('{End}');
    await atStep(35);
    await userEvent.keyboard('{Home}');
    await atStep(0);
    await page.getByRole('application', { name: 'Map of the simulation' }).click();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await atStep(2);
    await page.getByRole('slider', { name: 'Step' }).fill('9');
    await userEvent.keyboard('{ArrowRight}');
    await atStep(10);
    await page.getByRole('button', { name: 'Legend' }).click();
    await eventually(() => expect(address()).toContain('legend=open'));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).not.toContain('legend'));
    await page.getByRole('button', { name: 'Intervene' }).click();
    await eventually(() => expect(address()).toContain('stepin=open'));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).not.toContain('stepin'));
    expect(address()).toMatch(/^\/simulate/);
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).toBe(`/o/${WEB}`));
  });

  it('the controls come first for Tab; the list of steps is one stop, and arrows lead through it', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3`);
    await atStep(3);
    const row = (step: number): Locator =>
      page.getByRole('button', { name: `Step ${step}`, exact: true });
    const stops = [...document.querySelectorAll<HTMLElement>('a, button, input, select')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    );
    const list = document.querySelector('.step-list');
    expect(stops.filter((stop) => list?.contains(stop))).toEqual([row(3).element()]);
    const run = stops.indexOf(page.getByRole('button', { name: 'Run' }).element() as HTMLElement);
    const details = page.getByRole('button', { name: 'Intervene' }).element() as HTMLElement;
    expect(run).toBeLessThan(stops.indexOf(details));
    await press(row(3), '{ArrowDown}');
    await atStep(4);
    await expect.element(row(4)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(row(2)).toHaveFocus();
    await atStep(2);
  });

  it('the focus stays on a policy that the keyboard has chosen', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3`);
    await atStep(3);
    const orphan = player().getByRole('radio', { name: 'Orphan' });
    await press(orphan, '{Enter}');
    await expect.element(player()).toHaveTextContent('step 0 of');
    await expect.element(orphan).toBeChecked();
    await expect.element(orphan).toHaveFocus();
  });

  it('a policy that a click has chosen leaves the arrows to the player', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3`);
    await atStep(3);
    await player().getByRole('radio', { name: 'Orphan' }).click();
    await expect.element(player()).toHaveTextContent('step 0 of');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(player()).toHaveTextContent('step 1 of');
  });

  it('runs with the space bar until it is paused', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=33`);
    await atStep(33);
    await page.getByRole('combobox', { name: 'Speed' }).selectOptions('4×');
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await atStep(35);
    await expect.element(page.getByRole('button', { name: 'Run' })).toBeVisible();
  });

  it('a click in the list jumps, a name picks its object', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground`);
    await page.getByRole('button', { name: 'Step 3', exact: true }).click();
    await atStep(3);
    await detail().getByRole('link', { name: 'shop/web', exact: true }).first().click();
    const selected = page.getByRole('complementary', { name: 'Selected object' });
    await expect.element(selected).toHaveTextContent(/terminating.*foregroundDeletion/);
    // The API server marks it before the collector sees that.
    const unseen = /terminating.*not seen by the collector yet.*foregroundDeletion/;
    await expect.element(selected).not.toHaveTextContent(unseen);
    await page.getByRole('button', { name: 'Step 1', exact: true }).click();
    await expect.element(selected).toHaveTextContent(unseen);
    await page.getByRole('button', { name: 'Step 3', exact: true }).click();
    expect(address()).toContain(`sel=${WEB}`);
    await userEvent.keyboard('{Escape}');
    await expect.element(selected).not.toBeInTheDocument();
    await atStep(3);
  });

  it('a link names its fork as soon as there is one, and is copied as of this very step', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground`);
    await atStep(0);
    expect(address()).toContain('sim=fork-1');
    await userEvent.keyboard('{End}');
    // A menu that grows while it is measured reports an error in each frame.
    const faults: string[] = [];
    const note = ({ message }: ErrorEvent): number => faults.push(message);
    window.addEventListener('error', note);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    window.removeEventListener('error', note);
    expect(faults).toEqual([]);
    const link = `${window.location.origin}/simulate/${WEB}?policy=Foreground&step=35&sim=fork-1`;
    expect(written).toHaveBeenCalledWith(link);
    written.mockRestore();
  });

  it('a link whose simulation is forgotten makes it anew and says so', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=7&sim=old`);
    await atStep(7);
    await expect
      .element(page.getByText(/no longer has the simulation of this link.*new one/))
      .toBeVisible();
    await eventually(() => expect(address()).toContain('step=7&sim=fork-1'));
  });

  it('a link that was cut says so and plays the rest, as with a step beyond the last one and a comparison that cannot be played', async () => {
    await startPlayer(
      `/simulate/${WEB}?policy=Foreground&step=9999&beside=zz&actions=%5B%7B&release=v9`,
    );
    await expect.element(page.getByText(/cannot be read: the link was cut/)).toBeVisible();
    await expect
      .element(page.getByText(/“v9” is not a known release.*Known: v1\.4, /))
      .toBeVisible();
    await expect.element(page.getByText(/“step=9999” is beyond the last step, \d+/)).toBeVisible();
    await expect
      .element(page.getByText(/“zz” is not a policy.*Known: Background, .*v1\.36/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Back (←)' }).click();
    await expect.element(page.getByText(/beyond the last step/)).not.toBeInTheDocument();
  });

  it('the legend of a step opened by its address explains the cards that are crossed out', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=6&legend=open`);
    const legend = page.getByRole('region', { name: 'Legend' });
    await expect.element(legend.getByText('no longer in the cluster')).toBeVisible();
    expect(markOnMap(uidOf('web-6c4b9d7f8'))).toBe('gone');
  });

  it('objects keep their place when they lose their owner', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Orphan`);
    await expect.element(page.getByText(/idle: .*3 orphaned/)).toBeVisible();
    const places = (): unknown =>
      mapOnPage()
        ?.nodes()
        .map((node) => [node.data('uid'), node.position()]);
    await eventually(() => expect(mapOnPage()?.nodes()).toHaveLength(8));
    const before = places();
    await userEvent.keyboard('{End}');
    await eventually(() => expect(markOnMap(WEB)).toBe('gone'));
    await eventually(() => expect(mapOnPage()?.edges()).toHaveLength(4));
    expect(places()).toEqual(before);
  });

  it('names of what is gone, and of what it owned, keep their cut', async () => {
    const paint = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    const cutNames = (): string[] =>
      [...new Set(paint.mock.calls.map(([text]) => text))].filter((text) => text.startsWith('-'));
    await startPlayer(`/simulate/${WEB}?policy=Background&step=0`);
    await page.viewport(760, 560);
    await eventually(() => expect(cutNames()).toContain('-6c4b9d7f8'));
    const before = cutNames();
    await userEvent.keyboard('{End}');
    await eventually(() => expect(markOnMap(WEB)).toBe('gone'));
    await zoomAtRest();
    paint.mockClear();
    // Any move paints the map again.
    mapOnPage()?.panBy({ x: 1, y: 0 });
    await eventually(() => expect(cutNames()).toEqual(expect.arrayContaining(before)));
    paint.mockRestore();
  });

  it('[NS-02] says of what is already being deleted that a further DELETE changes nothing', async () => {
    const pod = nodes.find((node) => node.finalizers.includes('example.com/hold'));
    const gone = { ...pod, beingDeleted: true, deletionTimestamp: '2026-11-21T09:00:00Z' };
    const server = new ForkServer([gone as (typeof nodes)[0]]);
    await startPlayer(`/simulate/${pod?.uid}?policy=Background`, server);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await expect
      .element(outcome)
      .toHaveTextContent(
        'It is already being deleted. The simulation begins now, with a further DELETE (Background).It changes nothing: the collector waits for other actors.',
      );
    await expect.element(outcome).not.toHaveTextContent('Deletes the object at once');
  });

  it('says that the server is lost, and goes on when it is back', async () => {
    const forks = new ForkServer(nodes);
    forks.server.unreachable = true;
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3`, forks);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/gcscope server does not answer/);
    forks.server.unreachable = false;
    await press(page.getByRole('button', { name: 'Try again' }));
    await atStep(3);
    const map = page.getByRole('application', { name: 'Map of the simulation' });
    await expect.element(map).toHaveFocus();
    forks.server.unreachable = true;
    await userEvent.keyboard('{End}');
    await page.getByRole('button', { name: /Remove finalizer example.com\/hold of Pod/ }).click();
    await expect.element(page.getByText(/: 8 deleted\./)).toBeVisible();
  });
});
