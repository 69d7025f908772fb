import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ForkServer } from '../support/fork-server.ts';
import { webOfTheShop } from '../support/simulate.ts';
import { endApp, markOnMap, type Started, startApp } from '../support/start-app.tsx';

const { nodes, uid: WEB } = webOfTheShop();

let started: Started | undefined;

async function start(path: string, forks = new ForkServer(nodes)): Promise<Started> {
  await page.viewport(1440, 900);
  started = await startApp(forks.server, path);
  return started;
}

async function stands(step: number): Promise<void> {
  await expect
    .element(page.getByRole('region', { name: 'Player' }))
    .toHaveTextContent(`step ${step} of 35`);
}

afterEach(() => {
  endApp(started);
  started = undefined;
});

describe('stepping in', { timeout: 60_000 }, () => {
  it('lets other actors act at the end, and goes on with what follows', async () => {
    const { address } = await start(`/simulate/${WEB}?policy=Foreground&step=99`);
    await stands(35);
    await page.getByRole('button', { name: /Remove finalizer example.com\/hold of Pod/ }).click();
    const player = page.getByRole('region', { name: 'Player' });
    await expect.element(player).toHaveTextContent(/step 36 of \d+/);
    const detail = page.getByRole('region', { name: 'What happens in this step' });
    await expect.element(detail).toHaveTextContent(/Controller.*removes this finalizer/);
    await userEvent.keyboard('{End}');
    await vi.waitFor(() =>
      expect(nodes.map(({ uid }) => markOnMap(uid))).toEqual(Array(8).fill('gone')),
    );
    await expect.element(page.getByText(/8 gone, 0 waiting/)).toBeVisible();
    expect(address()).toContain('cues=');
  });

  it('lets other actors act midway, and leaves behind what came later', async () => {
    await start(`/simulate/${WEB}?policy=Foreground&step=4`);
    await stands(4);
    await page.getByRole('button', { name: 'Step in' }).click();
    await page.getByRole('button', { name: 'Simulate deleting it again with Orphan' }).click();
    const detail = page.getByRole('region', { name: 'What happens in this step' });
    await expect
      .element(detail)
      .toHaveTextContent(/User.*deletes Deployment shop\/web with Orphan/);
    await expect
      .element(page.getByRole('region', { name: 'Player' }))
      .toHaveTextContent(/step 5 of/);
    await page.getByRole('button', { name: /^Undo all 1/ }).click();
    await stands(0);
  });

  it('lets one choose who goes next', async () => {
    await start(`/simulate/${WEB}?policy=Foreground&step=2`);
    await stands(2);
    await page.getByRole('button', { name: 'Step in' }).click();
    const choices = page.getByRole('region', { name: 'Who goes next' });
    await expect.element(choices).toHaveTextContent(/the end is the same/);
    await expect.element(choices.getByRole('button').first()).toBeDisabled();
    const other = choices.getByRole('button').nth(1);
    const [, object = ''] = /(shop\/\S+)$/.exec(other.element().textContent ?? '') ?? [];
    await other.click();
    await expect
      .element(page.getByRole('region', { name: 'What happens in this step' }))
      .toHaveTextContent(new RegExp(`Delete worker.*${object}`));
  });

  it('an edit comes first, says what it is worth, and changes the end', async () => {
    await start(`/simulate/${WEB}?policy=Foreground`);
    await page.getByRole('button', { name: 'Step in' }).click();
    const whatIf = page.getByRole('region', { name: 'What if' });
    await expect.element(whatIf).toHaveTextContent(/before the deletion/);
    const [pod, other] = nodes.filter((node) => node.kind === 'Pod');
    await whatIf.getByLabelText('Object', { exact: true }).selectOptions(`Pod shop/${pod?.name}`);
    await whatIf.getByLabelText('Owner', { exact: true }).selectOptions(`Pod shop/${other?.name}`);
    const verdict = whatIf.getByRole('status');
    await expect.element(verdict).toHaveTextContent(/It holds: Pod .* lives/);
    await expect.element(verdict).toHaveTextContent(/has another owner/);
    await expect.element(verdict).toHaveTextContent(/kubectl patch pods\/\S+ -n shop --type=json/);
    await whatIf.getByRole('button', { name: 'Add finalizer' }).click();
    await expect.element(page.getByText(/gone, 4 waiting/)).toBeVisible();
    const detail = page.getByRole('region', { name: 'What happens in this step' });
    await expect.element(detail).toHaveTextContent(/adds the finalizer example.com\/hold/);
    await expect.element(detail).toHaveTextContent(/PATCH/);
  });

  it('shows log lines of its release, down to a verbosity', async () => {
    await start(`/simulate/${WEB}?policy=Foreground&step=5`);
    await stands(5);
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
    const { address } = await start(`/simulate/${WEB}?policy=Foreground&step=3`);
    await stands(3);
    await page.getByRole('combobox', { name: 'Beside' }).selectOptions('Orphan');
    const beside = page.getByRole('region', { name: 'Beside: Orphan' });
    await expect.element(beside).toHaveTextContent(/step 3 of/);
    await expect.element(beside).toHaveTextContent(/In the end: .*ReplicaSet shop\/web-\w+ stays/);
    await page.getByRole('button', { name: 'Next (→)' }).click();
    await stands(4);
    await expect.element(beside).toHaveTextContent(/step 4 of/);
    expect(address()).toContain('beside=Orphan');
    await page.getByRole('combobox', { name: 'Beside' }).selectOptions('v1.28');
    await expect
      .element(page.getByRole('region', { name: 'Beside: v1.28' }))
      .toHaveTextContent('Both end the same.');
  });
});
