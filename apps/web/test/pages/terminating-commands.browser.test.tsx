import { type Advice, code, say } from '@gcscope/gc-core/wire';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

/** A deletion that waits for a finalizer, and the command that shows the object. */
function held(name: string, namespace: string, advice: Partial<Advice> = {}): object {
  const object = record({ uid: name, kind: 'Secret', name, namespace });
  const look = {
    text: say`Look at the object.`,
    command: `kubectl describe secrets/${name} -n ${namespace}`,
    risk: say`None. The command only reads.`,
    ...(!advice.outcome && { reads: true }),
    ...advice,
  };
  const cause = {
    ...{ type: 'finalizer', state: 'blocked', object, rules: [], advice: [look] },
    text: say`${object} has ${code('example.com/gone')}, which nobody removes.`,
  };
  return {
    ...{ object, state: 'blocked', since: '2026-11-21T09:00:00Z' },
    ...{ chain: [], misleading: [], rootCauses: [cause] },
  };
}

function start(objects: readonly object[]): Promise<unknown> {
  const server = new FakeServer([]);
  server.reports.set('/api/v1/terminating', { objects, unread: [] });
  return startApp(server, '/terminating');
}

it('commands that read are one for each namespace, in one block that opens and is copied whole', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await start(Array.from({ length: 14 }, (_, at) => held(`h${at}`, `n${Math.floor(at / 2)}`)));
  await page.getByText('What to do next').click();
  await expect.element(page.getByText('Look at each object.')).toBeVisible();
  await expect.element(page.getByText('Risk: None. Each command only reads.')).toBeVisible();
  const lines = (): readonly string[] | undefined =>
    document.querySelector('.advice .command code')?.textContent.split('\n');
  expect(document.querySelectorAll('.advice .command')).toHaveLength(1);
  expect(lines()).toHaveLength(5);
  expect(lines()?.[1]).toBe('kubectl describe secrets/h2 secrets/h3 -n n1');
  await page.getByRole('button', { name: 'Copy all commands' }).click();
  expect(copied.mock.lastCall?.[0].split('\n')).toHaveLength(7);
  await page.getByRole('button', { name: 'Show 2 more' }).click();
  await eventually(() => expect(lines()).toHaveLength(7));
});

it('one command for all objects is a command, and not several', async () => {
  await start([held('one', 'shop'), held('two', 'shop')]);
  await page.getByText('What to do next').click();
  await expect
    .element(page.getByText('kubectl describe secrets/one secrets/two -n shop'))
    .toBeVisible();
  await expect.element(page.getByText('Look at each object.')).toBeVisible();
  await expect.element(page.getByText('Risk: None. The command only reads.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the command' })).toBeVisible();
});

it('says a command once that is the same for several objects, with what follows for each', async () => {
  const command = 'kubectl get databases';
  await start([
    held('one', 'shop', { command, outcome: say`Both go.` }),
    held('two', 'shop', { command, outcome: say`Both go.` }),
    held('three', 'shop', { command, outcome: say`It goes.` }),
  ]);
  await page.getByText('What to do next').click();
  await expect.element(page.getByText(command)).toBeVisible();
  expect(page.getByText(command).elements()).toHaveLength(1);
  expect(page.getByText('Both go.').elements()).toHaveLength(1);
  await expect.element(page.getByText('It goes.')).toBeVisible();
});
