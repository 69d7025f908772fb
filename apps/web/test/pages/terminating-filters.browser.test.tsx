import { code, say } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const space = record({ uid: 'space', kind: 'Namespace', name: 'preview', namespace: '' });
const pod = record({ uid: 'pod', kind: 'Pod', name: 'web', namespace: 'shop' });

const HOUR = 3_600_000;

function causeOf(finalizer: string, state = 'blocked'): object {
  return {
    ...{ type: 'finalizer', state, object: pod, rules: [], advice: [] },
    text: say`It has ${code(finalizer)}.`,
  };
}

function deletion(object: typeof pod, hours: number, ...finalizers: readonly string[]): object {
  return {
    ...{ object, state: 'blocked', chain: [], misleading: [] },
    since: new Date(Date.now() - hours * HOUR - 120_000).toISOString(),
    rootCauses: finalizers.map((each, at) => causeOf(each, at === 0 ? 'blocked' : 'slow')),
  };
}

it('filters by finalizer, kind and age, in the address, with counts', async () => {
  const server = new FakeServer([space, pod]);
  const objects = [
    deletion(space, 500, 'example.com/backup'),
    deletion(pod, 1, '__proto__'),
    deletion(pod, 2, '<b>hold</b>'),
    deletion(pod, 30, '<b>hold</b>'),
  ];
  server.reports.set('/api/v1/terminating', { objects, unread: [] });
  const { address } = await startApp(server, '/terminating');
  const chips = (): unknown => document.querySelector('.chips')?.textContent;
  await eventually(() =>
    expect(chips()).toBe(
      'Finalizer:<b>hold</b> 2__proto__ 1example.com/backup 1Kind:Pod 3Namespace 1Age:over 1d 2over 7d 1Where:in shop 3in preview 1',
    ),
  );
  await page.getByRole('link', { name: '<b>hold</b> 2' }).click();
  await page.getByRole('link', { name: 'over 1d 1' }).click();
  await eventually(() =>
    expect(address()).toBe('/terminating?finalizer=%3Cb%3Ehold%3C%2Fb%3E&age=1d'),
  );
  await expect
    .element(page.getByText(/1 matches the filters\. 1 cause blocks it\.$/))
    .toBeVisible();
  expect(chips()).toBe(
    'Finalizer:<b>hold</b> 1example.com/backup 1Kind:Pod 1Age:over 1d 1over 7d 0Where:in shop 1',
  );
  await page.getByRole('link', { name: 'over 7d 0' }).click();
  await page.getByRole('link', { name: 'Show all causes' }).click();
  await eventually(() => expect(address()).toBe('/terminating'));
  await page.getByRole('link', { name: 'over 1d 2' }).click();
  await eventually(() => expect(address()).toBe('/terminating?age=1d'));
  await page.getByRole('link', { name: 'over 1d 2' }).click();
  await eventually(() => expect(address()).toBe('/terminating'));
  await page.getByRole('link', { name: 'Namespace 1' }).click();
  await eventually(() => expect(address()).toBe('/terminating?kind=Namespace'));
  await expect.element(page.getByText(/1 matches the filters/)).toBeVisible();
  // A filter leaves the choices of its own group.
  await expect.element(page.getByRole('link', { name: 'Pod 3' })).toBeVisible();
});

/** A finalizer on these objects, which holds up what is in their namespaces or around them. */
function held(objects: readonly (typeof pod)[], waiting: readonly (typeof pod)[]): object[] {
  const cause = (object: typeof pod): object => ({ ...causeOf('example.com/a'), object });
  return [
    ...objects.map((each) => ({ ...deletion(each, 5), rootCauses: [cause(each)] })),
    ...waiting.map((each) => ({ ...deletion(each, 5), rootCauses: objects.map(cause) })),
  ];
}

it('finds a Namespace by words among the deletions of a card, which lists Namespaces first', async () => {
  const object = (kind: string, at: number): typeof pod =>
    record({ uid: `${kind}-${at}`, kind, name: `${kind}-${at}`, namespace: 'team' });
  const pods = [object('Pod', 0), object('Pod', 1)];
  const waiting = [
    ...Array.from({ length: 8 }, (_, at) => object('ReplicaSet', at)),
    record({ uid: 'team', kind: 'Namespace', name: 'team', namespace: '' }),
  ];
  const server = new FakeServer([...pods, ...waiting]);
  server.reports.set('/api/v1/terminating', { objects: held(pods, waiting), unread: [] });
  const { address } = await startApp(server, '/terminating');
  const list = page.getByRole('list', { name: 'Deletions that this cause blocks' });
  const names = (): unknown =>
    [...list.element().children].map((each) => each.querySelector('.name')?.textContent);
  await eventually(() =>
    expect(names()).toEqual(['team', ...[0, 1, 2, 3].map((at) => `ReplicaSet-${at}`)]),
  );
  const field = page.getByRole('searchbox', { name: 'Name, kind, namespace or uid' });
  await field.fill('replicaset-7');
  await eventually(() => expect(names()).toEqual(['ReplicaSet-7']));
  expect(address()).toBe('/terminating?q=replicaset-7');
  await expect
    .element(page.getByText(/1 matches the filters\. 1 cause blocks it\.$/))
    .toBeVisible();
  // The deletions that a cause blocks do not become fewer.
  await expect
    .element(page.getByText('9 other deletions wait for them, 1 with these words'))
    .toBeVisible();
  // Above the button, which counts only what is chosen behind it.
  await page.viewport(390, 844);
  const button = page.getByRole('button', { name: 'Filters', exact: true });
  await expect.element(button).toBeVisible();
  expect(field.element().getBoundingClientRect().bottom).toBeLessThan(
    button.element().getBoundingClientRect().top,
  );
});

it('says once that nothing matches, without a word of filters that have no value', async () => {
  const server = new FakeServer([space, pod]);
  const objects = [deletion(space, 500, 'example.com/a'), deletion(pod, 1, 'example.com/b')];
  server.reports.set('/api/v1/terminating', { objects, unread: [] });
  await startApp(server, '/terminating?ns=kube-system');
  await expect.element(page.getByText('None of the 2 causes matches the filters.')).toBeVisible();
  expect(document.querySelector('.chips')?.textContent).toBe(
    'Age:over 1d 0over 7d 0Where:in preview 1in shop 1in kube-system 0',
  );
  expect(document.querySelector('main')?.textContent.match(/None/g)).toHaveLength(1);
});

it('a deletion passes the filter of an age as soon as its card says that age', async () => {
  const server = new FakeServer([space, pod]);
  const old = deletion(pod, 1, 'example.com/a');
  const young = {
    ...deletion(space, 0, 'example.com/b'),
    since: new Date(Date.now() - 600_000 + 2500).toISOString(),
  };
  server.reports.set('/api/v1/terminating', { objects: [old, young], unread: [] });
  await startApp(server, '/terminating?age=10m');
  await expect.element(page.getByRole('link', { name: 'over 10m 1' })).toBeVisible();
  // A clock that counts minutes would mostly be later.
  await expect
    .element(page.getByRole('link', { name: 'over 10m 2' }), { timeout: 5000 })
    .toBeVisible();
  await expect.element(page.getByText('for 10m', { exact: true }).first()).toBeVisible();
});

it('chips whose words look alike stay apart, also when their order changes', async () => {
  const [hidden, visible] = ['a\u202Eb', 'a[U+202E]b'];
  const server = new FakeServer([pod]);
  const many = (object: typeof pod, counts: Readonly<Record<string, number>>): readonly object[] =>
    Object.entries(counts).flatMap(([name, count]) =>
      Array.from({ length: count }, () => deletion(object, 1, name)),
    );
  const objects = [
    ...many(pod, { [hidden]: 3, [visible]: 2, other: 1 }),
    ...many(space, { [hidden]: 1, [visible]: 2, other: 3 }),
  ];
  server.reports.set('/api/v1/terminating', { objects, unread: [] });
  await startApp(server, '/terminating?kind=Pod');
  const chips = (): unknown => document.querySelector('.chip-group')?.textContent;
  await eventually(() => expect(chips()).toBe('Finalizer:a[U+202E]b 3a[U+202E]b 2other 1'));
  await page.getByRole('link', { name: 'Namespace 6' }).click();
  await page.getByRole('link', { name: 'Pod 6' }).click();
  await eventually(() => expect(chips()).toBe('Finalizer:other 3a[U+202E]b 2a[U+202E]b 1'));
});
