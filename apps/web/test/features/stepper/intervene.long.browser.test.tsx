import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { ForkServer } from '../../support/fork-server.ts';
import { onPaper } from '../../support/on-paper.ts';
import { atStep, detail, intervene, player, startPlayer } from '../../support/player-page.ts';
import { press } from '../../support/press.ts';
import { foregroundOfWeb, webOfTheShop } from '../../support/simulate.ts';
import { endApp, markOnMap } from '../../support/start-app.tsx';

const { nodes, uid: WEB } = webOfTheShop();

/** The button with the focus after an intervention: the one that was pressed is not there any more. */
const run = (): Locator => player().getByRole('button', { name: /^Run/ });

describe('intervening', { timeout: 60_000 }, () => {
  it('lets other actors act at the end, and goes on with what follows; a link comes back to it', async () => {
    const forks = new ForkServer(nodes);
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=99`, forks);
    await atStep(35);
    await page.getByRole('button', { name: /Remove finalizer example.com\/hold of Pod/ }).click();
    await expect.element(player()).toHaveTextContent(/step 36 of \d+/);
    await expect.element(run()).toHaveFocus();
    await expect.element(detail()).toHaveTextContent(/Controller.*removes this finalizer/);
    await eventually(() => expect(address()).toMatch(/actions=.*step=36&sim=fork-1/));
    const link = address();
    await userEvent.keyboard('{End}');
    await eventually(() =>
      expect(nodes.map(({ uid }) => markOnMap(uid))).toEqual(Array(8).fill('gone')),
    );
    await expect.element(page.getByText(/: 8 deleted\./)).toBeVisible();
    await endApp();
    await startPlayer(link, forks);
    await expect.element(detail()).toHaveTextContent(/removes this finalizer/);
    await expect.element(page.getByText(/simulation of this link/)).not.toBeInTheDocument();
    expect(forks.forks.size).toBe(1);
  });

  it('lets other actors act midway, and leaves behind what came later', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=4`);
    await atStep(4);
    await intervene().click();
    await page
      .getByRole('button', {
        name: 'Simulate deleting Deployment shop/web again with the policy Orphan',
      })
      .click();
    await expect
      .element(detail())
      .toHaveTextContent(/User.*deletes Deployment shop\/web again, with the policy Orphan/);
    await expect.element(player()).toHaveTextContent(/step 5 of/);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(player()).toHaveTextContent(/step 7 of/);
    await page.getByRole('button', { name: /^Undo all 1/ }).click();
    // The step at which the user intervened.
    await atStep(4);
    await expect.element(run()).toHaveFocus();
  });

  it('lets one choose who goes next', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=2`);
    await atStep(2);
    await intervene().click();
    const choices = page.getByRole('region', { name: 'Who acts next' });
    await expect.element(choices).toHaveTextContent(/does not change the outcome/);
    // Words for the ear alone stay in their pane: else the whole page could be scrolled away.
    const { scrollHeight, clientHeight } = document.documentElement;
    expect(scrollHeight).toBe(clientHeight);
    const usual = choices.getByRole('button').first();
    await expect.element(usual).toHaveAttribute('aria-disabled', 'true');
    const other = choices.getByRole('button').nth(1);
    const [, object = ''] = /(shop\/\S+)$/.exec(other.element().textContent ?? '') ?? [];
    await press(other);
    await expect.element(detail()).toHaveTextContent(new RegExp(`delete worker.*${object}`));
    await expect.element(run()).toHaveFocus();
  });

  it('[AD-19] lets a second worker act between two requests', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=2`);
    await atStep(2);
    await intervene().click();
    const choices = page.getByRole('region', { name: 'Who acts next' });
    const stand = /^The delete worker takes ReplicaSet shop\/\S+ and pauses between two GETs$/;
    await choices.getByRole('button', { name: stand }).first().click();
    await expect.element(player()).toHaveTextContent(/step 3 of/);
    await expect
      .element(detail())
      .toHaveTextContent(/delete worker.*sends GET ReplicaSet shop\/.*and pauses/);
    const queues = page.getByRole('region', { name: 'Queues' });
    await expect.element(queues).toHaveTextContent(/Paused workers 1ReplicaSetshop\/\S+before GET/);
    const on = /^The paused worker continues with ReplicaSet shop\/\S+$/;
    await expect.element(choices.getByRole('button', { name: on })).toBeVisible();
    // The next actor by itself is another worker: it goes first.
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(player()).toHaveTextContent(/step 4 of/);
    await expect.element(detail()).not.toHaveTextContent(/The worker that stood/);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(player()).toHaveTextContent(/step 3 of/);
    await choices.getByRole('button', { name: on }).click();
    await expect.element(player()).toHaveTextContent(/step 4 of/);
    await expect
      .element(detail())
      .toHaveTextContent(
        /The paused worker continues\. ReplicaSet .*, so the collector deletes it/,
      );
    await expect.element(queues).not.toHaveTextContent('Paused workers');
  });

  it('[API-54] ends a Pod before its grace is over', async () => {
    const pod = nodes.find(({ kind, finalizers }) => kind === 'Pod' && finalizers.length === 0);
    const seen = foregroundOfWeb().steps.find(
      ({ actor, subject, rule }) =>
        actor === 'graph-builder' && subject?.uid === pod?.uid && rule === 'GB-17',
    );
    if (!pod || !seen) throw new Error('No Pod of the shop is deleted.');
    const at = seen.index + 1;
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=${at}`);
    await atStep(at);
    await intervene().click();
    await page.getByRole('button', { name: `Kubelet: Stop Pod shop/${pod.name}` }).click();
    await expect
      .element(detail())
      .toHaveTextContent(`The kubelet has stopped Pod shop/${pod.name} and sends the final DELETE`);
    await expect.element(detail()).toHaveTextContent(/gracePeriodSeconds.{1,3}: ?0/);
    // Nobody has waited for the grace period.
    await expect.element(player()).not.toHaveTextContent(/after \d/);
    expect(address()).toContain('terminatePod');
    // The graph builder sees it once all it heard before is seen.
    await eventually(async () => {
      await userEvent.keyboard('{ArrowRight}');
      expect(markOnMap(pod.uid)).toBe('gone');
    });
    await expect.element(player()).not.toHaveTextContent(/after \d/);
  });

  it('an edit comes first, says what it is worth, and changes the end; what the object already has is not added', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground`);
    await intervene().click();
    const whatIf = page.getByRole('region', { name: 'What if' });
    await expect.element(whatIf).toHaveTextContent(/before the deletion/);
    const [object, newOwner] = ['Object', 'Owner'].map((name) =>
      whatIf.getByLabelText(name, { exact: true }),
    ) as [Locator, Locator];
    const [verdict, add, join] = [
      whatIf.getByRole('status'),
      whatIf.getByRole('button', { name: 'Add finalizer' }),
      whatIf.getByRole('button', { name: 'Simulate this reference' }),
    ];
    const held = nodes.find(({ finalizers }) => finalizers.length > 0);
    const owner = nodes.find(({ uid }) => uid === held?.owners[0]?.uid);
    await object.selectOptions(`Pod shop/${held?.name}`);
    await expect.element(whatIf).toHaveTextContent(/Pod shop\/\S+ already has this finalizer/);
    await expect.element(add).toBeDisabled();
    await expect.element(join).toBeEnabled();
    await newOwner.selectOptions(`${owner?.kind} shop/${owner?.name}`);
    await expect.element(verdict).toHaveTextContent(/already has the owner ReplicaSet/);
    await expect.element(verdict).not.toHaveTextContent(/kubectl/);
    await expect.element(join).toBeDisabled();
    const [pod, other] = nodes.filter((node) => node.kind === 'Pod');
    await object.selectOptions(`Pod shop/${pod?.name}`);
    await newOwner.selectOptions(`Pod shop/${other?.name}`);
    await expect.element(verdict).toHaveTextContent(/The reference is valid: Pod .* exists/);
    await expect.element(verdict).toHaveTextContent(/has another owner/);
    await expect.element(verdict).toHaveTextContent(/kubectl patch pods\/\S+ -n shop --type=json/);
    await add.click();
    await expect.element(page.getByText(/deleted, 4 still being deleted\.$/)).toBeVisible();
    await expect.element(detail()).toHaveTextContent(/adds the finalizer example.com\/hold/);
    await expect.element(detail()).toHaveTextContent(/PATCH/);
  });

  it('shows log lines of its release, down to a verbosity', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=5`);
    await atStep(5);
    const log = page.getByRole('region', { name: 'Collector’s log' });
    await expect.element(log).toHaveTextContent(/"Deleting item" item="\[apps\/v1\/ReplicaSet/);
    await expect.element(log).toHaveTextContent(/classify item's references/);
    await log.getByRole('combobox').selectOptions('-v=2');
    await expect.element(log).not.toHaveTextContent(/classify item's references/);
    await page.getByRole('combobox', { name: 'Release' }).selectOptions('v1.17');
    await expect.element(page.getByRole('combobox', { name: 'Release' })).toHaveValue('v1.17');
    await page.getByRole('slider', { name: 'Step' }).fill('5');
    await expect.element(log).toHaveTextContent(/delete object \[apps\/v1\/ReplicaSet/);
  });

  it('plays another policy or release beside, step by step, and says what differs', async () => {
    const { address } = await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3`);
    await atStep(3);
    await page.getByRole('combobox', { name: 'Compare with' }).selectOptions('Orphan');
    const beside = page.getByRole('region', { name: 'Comparison: Orphan' });
    await expect.element(beside).toHaveTextContent(/step 3 of/);
    const ends = page.getByRole('region', { name: 'Ends compared' });
    await expect
      .element(ends)
      .toHaveTextContent(
        /With Orphan, \d+ objects end differently: .*ReplicaSet shop\/web-\w+ stays/,
      );
    await expect.element(ends.getByRole('list')).not.toBeInTheDocument();
    const folded = ends.element().querySelector('details');
    window.dispatchEvent(new Event('beforeprint'));
    expect(folded?.open).toBe(true);
    window.dispatchEvent(new Event('afterprint'));
    expect(folded?.open).toBe(false);
    await ends.getByText(/; \d+ more/).click();
    await expect.element(ends.getByRole('list')).toBeVisible();
    await page.getByRole('button', { name: 'Next (→)' }).click();
    await atStep(4);
    await expect.element(beside).toHaveTextContent(/step 4 of/);
    expect(address()).toContain('beside=Orphan');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOptions('v1.28');
    await expect.element(page.getByRole('region', { name: 'Comparison: v1.28' })).toBeVisible();
    await expect.element(ends).toHaveTextContent('With v1.28, every object ends the same.');
  });

  it('on paper, a comparison has the heads of both sides, and no maps', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=3&beside=Orphan`);
    await atStep(3);
    // A sheet of A4 at 96 px an inch.
    await page.viewport(794, 1123);
    const names = page
      .getByText(/^(Foreground|Orphan) deletion/)
      .and(page.getByText(/, Kubernetes/));
    const heads = (): readonly (HTMLElement | SVGElement)[] =>
      names.elements().filter((each) => each.closest('.beside-head'));
    await expect.poll(() => heads().length).toBe(2);
    const restore = onPaper();
    for (const head of heads()) await expect.element(head).toBeVisible();
    for (const map of page.getByRole('application').elements()) {
      await expect.element(map).not.toBeVisible();
    }
    restore();
  });
});
