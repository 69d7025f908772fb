import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const inCluster = { kind: 'Namespace', namespace: '' } as const;
const records = [
  ...['shop', 'idle', 'unused'].map((name) => record({ uid: `n-${name}`, name, ...inCluster })),
  record({ uid: 'a' }),
  record({ uid: 'b', namespace: 'elsewhere' }),
];

it('counts the namespaces without objects, in the list and in the filter, and leads to their own cards', {
  timeout: 30_000,
}, async () => {
  // The Namespace of `b` cannot be seen.
  const { address } = await startApp(new FakeServer(records), '/?view=map', 1280, 900);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect.element(filters.getByText('2 namespaces have no objects.')).toBeVisible();
  await page.getByRole('button', { name: 'Namespaces: 2, and 2 without objects' }).click();
  const list = page.getByRole('listbox', { name: 'Namespaces, the worst first' });
  await expect.element(list.getByRole('option').nth(3)).toHaveTextContent('idleno objects');
  expect(list.getByRole('option').elements()).toHaveLength(5);
  await page.getByRole('searchbox', { name: 'Find a namespace' }).last().fill('unus');
  await list.getByRole('option', { name: /^unused/ }).click();
  await eventually(() => expect(address()).toMatch(/sel=n-unused/));
});

it('of a filtered map says nothing of what is not on it', { timeout: 30_000 }, async () => {
  await startApp(new FakeServer(records), '/?kind=Pod&view=map', 1280, 900);
  await expect
    .element(page.getByRole('button', { name: 'Namespaces: 2', exact: true }))
    .toBeVisible();
});
