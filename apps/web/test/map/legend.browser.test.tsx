import type { NodeRecord } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

/** The legend of a map of these objects. */
async function legendOf(records: readonly NodeRecord[]): Promise<Locator> {
  await startApp(new FakeServer(records), '/?legend=open');
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect.element(legend).toBeVisible();
  return legend;
}

/** Paths of the sample before such a line of the legend. */
function sampleOf(line: Locator): NodeListOf<SVGPathElement> | undefined {
  return line.element().closest('li')?.querySelectorAll('path');
}

it('the legend explains what is drawn, and what came and went while the map was open, but nothing else', {
  timeout: 60_000,
}, async () => {
  const one = record({ uid: 'one' });
  const two = record({ uid: 'two' });
  const server = new FakeServer([one, two]);
  await startApp(server, '/?legend=open');
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect.element(legend.getByText('nothing special')).toBeVisible();
  expect(legend.getByRole('listitem').elements()).toHaveLength(1);
  server.push({ upserts: [{ ...one, resourceVersion: '9' }], removes: [] });
  await expect.element(legend.getByText('the object has just changed')).toBeVisible();
  expect(legend.getByRole('listitem').elements()).toHaveLength(2);
  server.push({ upserts: [], removes: ['two'] });
  await expect.element(legend.getByText('no longer in the cluster')).toBeVisible();
  expect(legend.getByRole('listitem').elements()).toHaveLength(3);
});

it('the legend explains lines and stacks where they are drawn, and follows the map', {
  timeout: 60_000,
}, async () => {
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const owned = Array.from({ length: 9 }, (_, at) =>
    record({ uid: `pod-${at}`, owners: [ownedBy(owner)] }),
  );
  const legend = await legendOf([owner, ...owned]);
  const line = legend.getByText('from a dependent to its owner');
  const stack = legend.getByText('siblings alike, as one card');
  await expect.element(line).toBeVisible();
  await expect.element(stack).toBeVisible();
  await zoomOut(11);
  await expect.element(line).not.toBeInTheDocument();
  await expect.element(stack).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Fit everything' }).click();
  await expect.element(line).toBeVisible();
});

/** Zooms out to less than so many percent. */
async function zoomOut(percent: number): Promise<void> {
  const zoom = page.getByRole('button', { name: 'Back to 100 %' });
  while (Number.parseFloat(zoom.element().textContent) >= percent) {
    const before = zoom.element().textContent;
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.element(zoom).not.toHaveTextContent(before);
  }
}

it('the legend explains short names of kinds while the map shows them', {
  timeout: 60_000,
}, async () => {
  const owner = record({ uid: 'owner', kind: 'Deployment', name: 'web' });
  const below = ['Secret', 'Service', 'ConfigMap'].map((kind) =>
    record({ uid: kind, kind, owners: [ownedBy(owner)] }),
  );
  const server = new FakeServer([owner, ...below]);
  await startApp(server, '/?legend=open&at=shop,200,100,0.5');
  const line = page.getByRole('region', { name: 'Legend' }).getByText('cm is ConfigMap');
  await expect.element(line).toBeVisible();
  await page.getByRole('button', { name: 'Fit everything' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

it('the legend explains what a foreground deletion waits for', { timeout: 60_000 }, async () => {
  const owner = record({
    uid: 'owner',
    kind: 'Deployment',
    beingDeleted: true,
    deletingDependents: true,
    finalizers: ['foregroundDeletion'],
    summary: { verdict: 'waits', rule: 'FG-01' },
  });
  const dependent = record({ uid: 'one', owners: [ownedBy(owner)], beingDeleted: true });
  const legend = await legendOf([owner, dependent]);
  const line = legend.getByText('a foreground deletion waits for the dependent now');
  await expect.element(line).toBeVisible();
  const [sample] = sampleOf(line) ?? [];
  expect(sample?.getAttribute('stroke')).toBe('#8a5a00');
  expect(sample?.getAttribute('stroke-dasharray')).toBe('6 4');
  await expect.element(legend.getByText('from a dependent to its owner')).toBeVisible();
  await expect.element(legend.getByText('a further owner')).not.toBeInTheDocument();
});

it('the legend explains the number beside a mark, and the colours of namespaces', {
  timeout: 60_000,
}, async () => {
  const goes = { verdict: 'goes', rule: 'CL-01' } as const;
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const legend = await legendOf([
    ...Array.from({ length: 9 }, (_, at) => record({ uid: `${at}`, summary: goes })),
    record({ uid: 'two', namespace: 'other', summary: { ...goes, rule: 'CL-13', wrong } }),
  ]);
  await expect.element(legend.getByText('goes next')).toBeVisible();
  expect(legend.getByText('a mark of several objects').elements()).toEqual([]);
  await zoomOut(12);
  await expect.element(legend.getByText('a mark of several objects')).toBeVisible();
  await expect.element(legend.getByText('the deeper its violet')).toBeVisible();
  await expect
    .element(legend.getByText('nothing is blocked, but references are wrong'))
    .toBeVisible();
  await expect.element(legend.getByText('the deeper its red')).not.toBeInTheDocument();
});

it('the legend explains what a Namespace waits for', { timeout: 60_000 }, async () => {
  const legend = await legendOf([
    record({ uid: 'ns', kind: 'Namespace', name: 'app', namespace: '', beingDeleted: true }),
    record({ uid: 'held', kind: 'Secret', namespace: 'app', beingDeleted: true }),
  ]);
  const line = legend.getByText('waits for: its own deletion ends only after that');
  await expect.element(line).toBeVisible();
  const [sample, tip] = sampleOf(line) ?? [];
  expect(sample?.getAttribute('stroke-dasharray')).toBe('9 4 2 4');
  expect(tip?.getAttribute('fill')).toBe('#8a5a00');
});

it('Esc closes the legend, also while the map has the focus, and its button has the focus then', {
  timeout: 60_000,
}, async () => {
  const { address } = await startApp(new FakeServer([record({ uid: 'one' })]), '/?sel=one');
  const button = page.getByRole('button', { name: 'Legend' });
  const legend = page.getByRole('region', { name: 'Legend' });
  const map = page.getByRole('application', { name: 'Map of the cluster' });
  for (const focused of [button, map, legend]) {
    await button.click();
    await expect.element(legend).toBeVisible();
    expect(address()).toBe('/?sel=one&legend=open');
    (focused.element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(legend).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
    expect(address()).toBe('/?sel=one');
  }
});

it('the statement stays where it is when the legend opens above it', {
  timeout: 60_000,
}, async () => {
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const owned = Array.from({ length: 9 }, (_, at) =>
    record({ uid: `pod-${at}`, owners: [ownedBy(owner)] }),
  );
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const invalid = { verdict: 'stays', rule: 'CL-13', wrong } as const;
  const others = [
    record({ uid: 'virtual', virtual: true }),
    record({ uid: 'wrong', owners: [ownedBy(owner)], summary: invalid }),
  ];
  await startApp(new FakeServer([owner, ...owned, ...others]), '/?view=map', 1440, 900);
  const statement = page.getByText('objects are in 1 stack');
  await expect.element(statement).toBeVisible();
  // Namespaces have colours then, whose lines are long.
  await zoomOut(60);
  const before = statement.element().getBoundingClientRect();
  await page.getByRole('button', { name: 'Legend' }).click();
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect.element(legend.getByText('siblings alike')).toBeVisible();
  const after = statement.element().getBoundingClientRect();
  expect([after.left, after.top]).toEqual([before.left, before.top]);
  const { left, bottom } = legend.element().getBoundingClientRect();
  expect(bottom < after.top || left > after.right).toBe(true);
});

it('on a phone the legend fits between the bars of the page and its own button, scrolls where it is long, and its button closes it', {
  timeout: 60_000,
}, async () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const records = [
    owner,
    record({ uid: 'one', owners: [ownedBy(owner)], summary: { verdict: 'goes', rule: 'CL-01' } }),
    record({ uid: 'two', summary: { verdict: 'stays', rule: 'CL-13', wrong } }),
    record({ uid: 'three', owners: [ownedBy(owner)], beingDeleted: true }),
    record({ uid: 'four', virtual: true }),
    record({ uid: 'five', summary: { verdict: 'not verified', rule: 'CL-13' } }),
  ];
  const { address } = await startApp(new FakeServer(records), '/?view=map', 390, 844);
  const button = page.getByRole('button', { name: 'Legend' });
  const legend = page.getByRole('region', { name: 'Legend' });
  const box = (of: Locator): DOMRect => of.element().getBoundingClientRect();
  const host = page.getByRole('application', { name: 'Map of the cluster' });
  for (const height of [844, 480]) {
    await page.viewport(390, height);
    await button.click();
    await expect.element(legend.getByText('goes next')).toBeVisible();
    const { left, right, top, bottom } = box(legend);
    expect([height, left >= 0, right <= 390]).toEqual([height, true, true]);
    expect(top).toBeGreaterThanOrEqual(box(host).top);
    expect(bottom).toBeLessThanOrEqual(box(button).top);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = legend.element();
    expect(scrollWidth).toBe(clientWidth);
    // The last line comes into view, also where not all have room.
    expect([height, scrollHeight > clientHeight]).toEqual([height, height === 480]);
    (legend.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    const last = legend.getByRole('listitem').last();
    await expect.poll(() => box(last).bottom).toBeLessThanOrEqual(bottom);
    await button.click();
    await expect.element(legend).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
    expect(address()).toBe('/?view=map');
  }
});

it('in a low window of a phone all controls of the map can be pressed', {
  timeout: 60_000,
}, async () => {
  const records = [record({ uid: 'one' }), record({ uid: 'two', namespace: 'other' })];
  await startApp(new FakeServer(records), '/?view=map', 390, 440);
  const controls = page.getByRole('toolbar', { name: 'Map' });
  for (const name of [/^Namespaces/, 'Legend', 'Fit everything', 'Zoom out', 'Zoom in']) {
    const button = controls.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    const { left, right, top, bottom } = button.element().getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    expect([name, button.element().contains(hit)]).toEqual([name, true]);
  }
  await controls.getByRole('button', { name: 'Legend' }).click();
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect.element(legend.getByText('nothing special')).toBeVisible();
});
