import { code, rule, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { onPaper } from '../support/on-paper.ts';
import { ownedBy, record } from '../support/record.ts';
import { cardsOnMap, mapOnPage, type Started, startApp } from '../support/start-app.tsx';

const top = record({ uid: 'top', kind: 'CronJob', apiVersion: 'batch/v1', resourceVersion: '1' });
const middle = record({
  uid: 'middle',
  kind: 'Job',
  apiVersion: 'batch/v1',
  owners: [ownedBy(top)],
  resourceVersion: '1',
});
const bottom = record({ uid: 'bottom', owners: [ownedBy(middle)], resourceVersion: '1' });
const stranger = record({ uid: 'stranger', resourceVersion: '1' });

async function start(path: string): Promise<Started> {
  const server = new FakeServer([top, middle, bottom, stranger]);
  return startApp(server, path);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time so many milliseconds ago, as the cluster writes times. */
function timestamp(ago: number): string {
  return new Date(Date.now() - ago).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The fact in the panel under this word; `undefined` when the word is not there. */
function fact(word: string): Element | undefined {
  const terms = [...document.querySelectorAll('.facts dt')];
  return terms.find((term) => term.textContent === word)?.nextElementSibling ?? undefined;
}

describe('the page of an object', { timeout: 60_000 }, () => {
  it('a frame about an object that the verdict rests on refetches the object alone', async () => {
    const { live, server } = await start('/o/bottom');
    await expect.element(page.getByText(/has version 1/)).toBeVisible();
    server.push({ upserts: [{ ...top, resourceVersion: '2' }], removes: [] });
    await eventually(() => expect(live.store.records.get('top')?.resourceVersion).toBe('2'));
    server.push({ upserts: [{ ...middle, resourceVersion: '2' }], removes: [] });
    await eventually(() => expect(server.askedFor('bottom')).toBe(2));
    expect(server.askedFor('middle') + server.askedFor('top')).toBe(0);
    expect(server.requests.get('/api/v1/snapshot/structure')).toBe(1);
  });

  it('shows owners and dependents to the depth in the address', async () => {
    const { address } = await start('/o/bottom?depth=1');
    await eventually(() => expect(cardsOnMap()).toEqual(['bottom', 'middle']));
    await page.getByRole('combobox', { name: 'Depth' }).selectOptions('2 levels');
    await eventually(() => expect(cardsOnMap()).toEqual(['bottom', 'middle', 'top']));
    expect(address()).toBe('/o/bottom?depth=2');
  });

  it('on paper, what is said of the object stands before what is around it', async () => {
    await startApp(new FakeServer([top, middle, bottom]), '/o/bottom?view=list', 1280, 900);
    await expect.element(page.getByText(/has version 1/)).toBeVisible();
    await eventually(() => expect(document.querySelector('.object-list')).not.toBeNull());
    const topOf = (selector: string): number =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
    const restore = onPaper();
    try {
      expect(topOf('.panel')).toBeLessThan(topOf('.object-list'));
    } finally {
      restore();
    }
  });

  it('goes on saying what was known when the object goes', async () => {
    const { server } = await start('/o/bottom');
    await expect.element(page.getByText(/has version 1/)).toBeVisible();
    server.push({ upserts: [], removes: ['bottom'] });
    await expect.element(page.getByText(/no longer in the cluster/)).toBeVisible();
    await expect
      .element(page.getByText(/not in the graph. See its last known state in the panel/))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name: /bottom/ })).toBeVisible();
  });

  it('says how old it is, since when it is deleted, and its finalizers', async () => {
    // Ages of such a length read the same for half an hour.
    const creationTimestamp = timestamp(3 * DAY + 4.5 * HOUR);
    const deletionTimestamp = timestamp(30.5 * HOUR);
    const finalizers = ['example.com/hold', 'example.com/backup'];
    const held = record({
      uid: 'held',
      beingDeleted: true,
      creationTimestamp,
      deletionTimestamp,
      finalizers,
      summary: {
        verdict: 'waits',
        rule: 'API-35',
        blockedBy: 'finalizer example.com/hold',
        wrong: [{ index: 0, finding: 'dangling' }],
      },
    });
    const server = new FakeServer([held]);
    server.reports.set('/api/v1/terminating', { objects: [], unread: [] });
    await startApp(server, '/');
    await eventually(() => expect(mapOnPage()?.nodes()).toHaveLength(1));
    await userEvent.keyboard('/');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('held');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(fact('Age')?.textContent).toBe('3d4h'));
    expect(fact('Age')?.querySelector('time')?.dateTime).toBe(creationTimestamp);
    expect(fact('Deletion began')?.textContent).toBe('30h ago');
    expect(fact('Deletion began')?.querySelector('time')?.dateTime).toBe(deletionTimestamp);
    const listed = [...(fact('Finalizers')?.querySelectorAll('li') ?? [])];
    expect(listed.map((each) => each.textContent)).toEqual(finalizers);
    // The panel does not say for how long the reference has been wrong.
    expect(document.querySelector('.panel .state-line')?.textContent).toBe(
      'blockedfor 30hwrong reference',
    );
    const [age, wrong] = document.querySelectorAll('.panel .state-line > :nth-child(n + 2)');
    expect(wrong?.getBoundingClientRect().left).toBeGreaterThan(
      (age?.getBoundingClientRect().right ?? 0) + 4,
    );
  });

  it('says at 390 px in one piece how long ago something was', async () => {
    const at = timestamp(61.5 * DAY);
    const text = say`Gone: ${record({ uid: 'a-controller-with-a-name-of-some-length' })} asked.`;
    const lost = record({ uid: 'lost', beingDeleted: true, deletionTimestamp: at });
    const server = new FakeServer([top]);
    server.tombstones.set('lost', { record: lost, gone: { at, text }, history: [] });
    await startApp(server, '/o/lost', 390, 844);
    await eventually(() => expect(fact('Deletion began')?.textContent).toBe('61d ago'));
    const notice = fact('Deletion began')?.querySelector('time')?.parentElement;
    expect(notice?.textContent).toBe('61d ago');
    if (!notice?.parentElement) throw new Error('Nothing says when its deletion began.');
    // The words stay together at any width.
    for (let width = 20; width <= 340; width += 10) {
      notice.parentElement.style.cssText = `display: block; flex: none; width: ${width}px`;
      const lines = new Set([...notice.getClientRects()].map(({ top }) => top)).size;
      expect({ width, lines }).toEqual({ width, lines: 1 });
    }
  });

  it('of what is not deleted it says no such time, and that it has no finalizers', async () => {
    await start('/o/bottom');
    await eventually(() => expect(fact('Finalizers')?.textContent).toBe('none'));
    expect(fact('Deletion began')).toBeUndefined();
    expect(fact('Age')?.textContent).toBe('unknown');
  });

  it('of what is gone it says once how it went, and what is known of an owner that went before', async () => {
    const at = timestamp(3 * DAY);
    const owner = record({ uid: 'owner', kind: 'ReplicaSet', apiVersion: 'apps/v1' });
    const text = say`Gone. The collector probably deleted it: its owner ${owner} was gone.`;
    const lost = record({
      uid: 'lost',
      owners: [ownedBy(owner), ownedBy(record({ uid: 'ghost' }), { controller: false })],
      beingDeleted: true,
      deletionTimestamp: timestamp(3 * DAY - 30 * 60_000),
      deletionGracePeriodSeconds: 30 * 60,
    });
    const held = {
      seq: 1,
      type: 'finalizer' as const,
      at: timestamp(4 * DAY),
      text: say`Finalizer ${code('example.com/hold')} added.`,
    };
    const server = new FakeServer([top]);
    server.tombstones.set('lost', {
      record: lost,
      gone: { at, text },
      history: [held, { seq: 2, type: 'gone', at, text, withoutDeleter: say`Gone.` }],
    });
    const gone = { at, text: say`Gone.` };
    server.tombstones.set('owner', { record: owner, gone, history: [] });
    await startApp(server, '/o/lost');
    await expect.element(page.getByRole('link', { name: 'owner ReplicaSet gone' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'ghost Pod never seen' })).toBeVisible();
    const panel = document.querySelector('.panel');
    expect(panel?.querySelector('.panel-head .state-word')?.textContent).toBe('gone');
    expect(panel?.querySelector('.facts')?.textContent).toMatch(/Created\w+ ago/);
    expect(panel?.textContent).not.toMatch(/`|terminating/);
    expect(panel?.textContent?.match(/The collector probably deleted it/g)).toHaveLength(1);
    expect(fact('Deletion began')?.textContent).toBe('3d ago');
    for (const name of [/Simulate/, /Forecast/, /kubectl/]) {
      expect(panel?.textContent).not.toMatch(name);
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Open its SVG' })).toBeVisible();
    await expect
      .element(page.getByRole('menuitem', { name: 'Open its DOT' }))
      .not.toBeInTheDocument();
  });

  it('an owner that is gone was seen, although the graph holds its bare name', async () => {
    const owner = record({ uid: 'owner', kind: 'ReplicaSet', apiVersion: 'apps/v1' });
    const late = record({ uid: 'late', owners: [ownedBy(owner)] });
    const end = { at: timestamp(3 * DAY), text: say`Gone: ${owner} was deleted.` };
    const server = new FakeServer([late, { ...owner, virtual: true }]);
    server.tombstones.set('owner', { record: owner, gone: end, history: [] });
    const goneOwners = [{ record: owner, ...end }];
    server.tombstones.set('late', { record: late, history: [], goneOwners });
    await startApp(server, '/o/late');
    await page.getByRole('link', { name: 'owner ReplicaSet gone' }).click();
    await expect.element(page.getByRole('heading', { name: /owner/ })).toBeVisible();
    await expect
      .element(page.getByText(/^It has been gone for 3d, since \d+ \w+ \d+ at /))
      .toBeVisible();
    const state = document.querySelector('.panel-head .state-word');
    expect(state?.textContent).toBe('gone');
    await expect.element(page.getByRole('link', { name: /late/ })).toBeVisible();
  });

  it('says of how many kinds dependents may be missing, and which these are', async () => {
    const { address } = await start('/o/top');
    const line = page.getByText('Dependents of 1 kind that could not be read are missing');
    await expect.element(line).toBeVisible();
    await line.getByRole('link', { name: '1 kind' }).click();
    await expect.element(page.getByText(/Secrets may not be listed/)).toBeVisible();
    expect(address()).toBe('/o/top?show=kinds');
  });

  it.each([1440, 390])(
    'at %i px a uid that was never seen gets one clear sentence, without a map, and leads to the search',
    async (width) => {
      const server = new FakeServer([top, middle]);
      const { address } = await startApp(server, '/o/nobody?view=map', width, 844);
      const said = page.getByText('No object with the uid nobody was ever seen.');
      await expect.element(said).toBeVisible();
      expect(said.all()).toHaveLength(1);
      await expect.element(page.getByText('Object not found')).toBeVisible();
      expect(document.querySelector('.map, .panel, .toolbar')).toBeNull();
      await page.getByRole('button', { name: 'Search by name' }).click();
      await expect
        .element(page.getByRole('combobox', { name: 'Search and commands' }))
        .toHaveFocus();
      expect(address()).toContain('show=search');
    },
  );

  it.each(['/?sel=nobody', '/o/bottom?sel=nobody'])(
    'the panel says the same of such a uid at %s, and leads to the search as well',
    async (path) => {
      const { address } = await start(path);
      const panel = page.getByRole('complementary', { name: 'Object' });
      await expect.element(panel).toHaveTextContent('No object with the uid nobody was ever seen.');
      await panel.getByRole('button', { name: 'Search by name' }).click();
      await expect
        .element(page.getByRole('combobox', { name: 'Search and commands' }))
        .toHaveFocus();
      expect(address()).toContain('show=search');
    },
  );

  it('of what is gone and whose surroundings are not known it shows no map, and says so', async () => {
    const server = new FakeServer([top]);
    const text = say`Gone: its deletion is complete.`;
    const gone = { at: '2026-11-20T09:04:05Z', text };
    server.tombstones.set('bottom', { record: bottom, gone, history: [] });
    await startApp(server, '/o/bottom', 1440, 900);
    await expect.element(page.getByText(/^This object is not in the graph/)).toBeVisible();
    expect(document.querySelector('.map')).toBeNull();
    expect(page.getByRole('combobox', { name: 'Depth' }).all()).toEqual([]);
    expect(page.getByRole('radiogroup', { name: 'View' }).all()).toEqual([]);
  });

  it('offers the link, SVG and DOT with the depth that is shown', async () => {
    await start('/o/bottom?depth=3');
    await page.getByRole('button', { name: 'Share' }).click();
    for (const [name, href] of [
      ['Open its SVG', '/o/bottom.svg?depth=3'],
      ['Open its DOT', '/o/bottom.dot?depth=3'],
    ] as const) {
      const item = page.getByRole('menuitem', { name });
      await expect.element(item).toHaveAttribute('href', href);
    }
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  });

  it('[GB-43] says when what goes will go, and what makes the collector look', async () => {
    const { server } = await start('/');
    const text = say`The collector checks it when ${middle} is removed.`;
    server.explanations.set('bottom', {
      verdict: 'goes',
      when: 'next check',
      release: 'v1.28',
      sentence: say`Goes, because ${middle} does not exist under this name.`,
      triggers: [{ rule: 'GB-43', text, uids: ['middle'] }],
    });
    await userEvent.keyboard('/');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('bottom');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^It goes at the collector's next check\./)).toBeVisible();
    await expect.element(page.getByText(/The collector checks it when/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'GB-43' })).toBeVisible();
    await expect.element(page.getByText('By the rules of Kubernetes v1.28')).toBeVisible();
  });

  it('the rule behind a sentence opens with what it says, and has a link of its own', async () => {
    const { address } = await start('/o/bottom');
    await page.getByRole('link', { name: 'CL-01' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rule CL-01' });
    await expect.element(dialog.getByRole('heading', { name: /Classification/ })).toBeVisible();
    // The text of the rule stands once.
    const said = dialog.element().querySelector('.rule-text')?.textContent ?? '';
    expect(dialog.element().textContent?.split(said)).toHaveLength(2);
    await expect.element(dialog.getByText(/^How it is known: \w/)).toBeVisible();
    expect(address()).toBe('/o/bottom?rule=CL-01');
    await dialog.getByRole('link', { name: 'CL-02' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Rule CL-02' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).toBe('/o/bottom'));
  });

  it('a rule that this version does not know is said to be unknown', async () => {
    await start('/?rule=CL-99');
    await expect.element(page.getByText(/There is no rule CL-99/)).toBeVisible();
  });

  it('puts a full stop before the rule at the end of a sentence', async () => {
    const { server } = await start('/');
    server.explanations.set('bottom', {
      sentence: say`Its verdict changed to “stays” ${rule('AD-14')}.`,
    });
    await userEvent.keyboard('/');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('bottom');
    await userEvent.keyboard('{Enter}');
    await eventually(() =>
      expect(document.querySelector('.verdict')?.textContent).toMatch(/“stays”\. AD-14$/),
    );
  });
});
