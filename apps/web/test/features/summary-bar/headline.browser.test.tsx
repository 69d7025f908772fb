import {
  type CollectorDelay,
  code,
  type NodeRecord,
  type ReportedCause,
  say,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { endApp, startApp } from '../../support/start-app.tsx';

const held = record({ uid: 'held', beingDeleted: true });
const owner = record({ uid: 'owner', beingDeleted: true });
const goes = record({
  uid: 'goes',
  summary: { verdict: 'goes', rule: 'AD-17', when: 'next check' },
});
const wrong = record({
  uid: 'wrong',
  owners: [ownedBy(record({ uid: 'ghost' }))],
  summary: { verdict: 'stays', rule: 'AD-14', wrong: [{ index: 0, finding: 'dangling' }] },
});
const cause: ReportedCause = {
  type: 'finalizer',
  state: 'blocked',
  object: held,
  text: say`Pod ${held} has the finalizer ${code('audit.example.com/flush-ledger')}.`,
  rules: [],
  advice: [],
};

const AT = '2026-11-21T09:00:00Z';
const ONE_CHANGE = {
  entries: [{ seq: 1, at: AT, type: 'gone', object: held, text: say`Gone.` }],
  since: AT,
  total: 1,
  isCut: false,
  deletions: { byCollector: 0, byOthers: 0, unknown: 0 },
  deleters: {},
  types: {},
  namespaces: [],
};

/** Name of the cause where there is room for it. */
const NAMED = 'Finalizer audit.example.com/flush-ledger';

function reportOn(
  objects: readonly NodeRecord[],
  rootCauses: readonly ReportedCause[],
): TerminatingReport {
  return {
    objects: objects.map((object) => ({
      object,
      since: new Date(Date.now() - 60.5 * 86_400_000).toISOString(),
      state: 'blocked',
      blockedBy: 'finalizer',
      chain: [],
      rootCauses,
      misleading: [],
    })),
    unread: [],
  };
}

/** The sentences of the headline, each with the address it leads to. */
function sentences(): string[] {
  return [...document.querySelectorAll('.headline a')].map(
    (link) => `${link.textContent} ${link.getAttribute('href')}`,
  );
}

async function start(
  records: readonly NodeRecord[],
  report: TerminatingReport,
  collector?: CollectorDelay,
  width = 1200,
): Promise<FakeServer> {
  const server = new FakeServer(records);
  server.health = { ...server.health, kinds: [], ...(collector ? { collector } : {}) };
  server.reports.set('/api/v1/terminating', report);
  // The headline is about the whole cluster, and so are the pages it leads to.
  await startApp(server, '/?ns=shop', width);
  return server;
}

describe('the headline', { timeout: 60_000 }, () => {
  it('says what is wrong, and leads to it', async () => {
    await start([held, owner, goes, wrong], reportOn([held, owner], [cause]), undefined, 1440);
    await eventually(() =>
      expect(sentences()).toEqual([
        `${NAMED} blocks 2 deletions in shop for 60d. /terminating`,
        'The collector will delete 1 object. /?state=goes',
        '1 object has a wrong reference. /findings',
      ]),
    );
  });

  it('says how many objects go only when the collector restarts', async () => {
    const atRestart = { verdict: 'goes', rule: 'AD-17', when: 'restart' } as const;
    const later = record({ uid: 'later', summary: atRestart });
    const server = await start([later], reportOn([], []));
    const words = 'The collector will delete';
    await eventually(() =>
      expect(sentences()).toEqual([`${words} 1 object when it restarts. /?state=goes`]),
    );
    server.push({ upserts: [goes], removes: [] });
    await eventually(() =>
      expect(sentences()).toEqual([`${words} 2 objects, 1 of them when it restarts. /?state=goes`]),
    );
  });

  it('says how many objects are not verified, rather than that all is well', async () => {
    const summary = { verdict: 'not verified', rule: 'CL-06' } as const;
    await start([record({ uid: 'unknown', summary })], reportOn([], []));
    await eventually(() =>
      expect(sentences()).toEqual(['1 object is not verified. /?state=not-verified']),
    );
  });

  it('only counts deletions where the report does not list all of them', async () => {
    const unlisted = { objects: 94_998, blocked: 90_000 };
    await start([held, owner], { ...reportOn([held, owner], [cause]), unlisted });
    await eventually(() =>
      expect(sentences()).toEqual(['90,002 deletions are blocked. /terminating']),
    );
  });

  it('gives each of a few causes a sentence, the worst first, as many as fit in one line', async () => {
    const circle: ReportedCause = { ...cause, type: 'reference', text: say`A circle.` };
    const elsewhere = record({ uid: 'else', namespace: 'pay', beingDeleted: true });
    const report = reportOn([held, owner, elsewhere], [cause]);
    const [first, ...others] = report.objects;
    const both = first ? [{ ...first, rootCauses: [circle, cause] }] : [];
    const all = { ...report, objects: [...both, ...others] };
    await start([held, owner, elsewhere], all, undefined, 1000);
    const named = `${NAMED} blocks 3 deletions for 60d. /terminating`;
    await eventually(() => expect(sentences()).toEqual([named]));
    await page.getByRole('button', { name: 'All problems' }).click();
    const second = 'Pod shop/held blocks 1 deletion in shop for 60d. /terminating';
    expect(sentences()).toEqual([named, second]);
    await page.viewport(1440, 800);
    await expect
      .element(page.getByRole('button', { name: 'All problems' }))
      .not.toBeInTheDocument();
    expect(sentences()).toEqual([named, second]);
    const tops = [...document.querySelectorAll('.headline a')].map(
      (link) => link.getBoundingClientRect().top,
    );
    expect(new Set(tops).size).toBe(1);
  });

  it('says of causes without room how many deletions they block beside the first', async () => {
    const causes = ['a', 'b', 'c'].map(
      (name): ReportedCause => ({ ...cause, text: say`Pod ${held} has ${code(`x.io/${name}`)}.` }),
    );
    const pods = ['one', 'two', 'three'].map((uid) => record({ uid, beingDeleted: true }));
    const objects = pods.flatMap((pod, at) => reportOn([pod], causes.slice(at, at + 1)).objects);
    await start(pods, { objects, unread: [] }, undefined, 1000);
    const one = (name: string, rest = ''): string =>
      `Finalizer x.io/${name} blocks 1 deletion in shop for 60d${rest}. /terminating`;
    await eventually(() => expect(sentences()).toEqual([one('a', ', 2 others block 2 more')]));
    await page.viewport(1800, 800);
    await eventually(() => expect(sentences()).toEqual([one('a'), one('b'), one('c')]));
    await page.viewport(390, 844);
    await eventually(() =>
      expect(sentences()).toEqual(['Finalizer …/a blocks 1 deletion. /terminating']),
    );
  });

  it('counts causes that are more than a few, once each, and what they block', async () => {
    const causes = ['a', 'b', 'c', 'd'].map(
      (name): ReportedCause => ({ ...cause, text: say`Pod ${held} has ${code(`x.io/${name}`)}.` }),
    );
    await start([held, owner], reportOn([held, owner], causes));
    await eventually(() =>
      expect(sentences()).toEqual(['4 finalizers block 2 deletions. /terminating']),
    );
  });

  it('keeps the latest change, and the link to all of them, beside all problems', async () => {
    const causes = ['a', 'b', 'c'].map(
      (name): ReportedCause => ({ ...cause, text: say`Pod ${held} has ${code(`x.io/${name}`)}.` }),
    );
    const pods = ['one', 'two', 'three'].map((uid) => record({ uid, beingDeleted: true }));
    const objects = pods.flatMap((pod, at) => reportOn([pod], causes.slice(at, at + 1)).objects);
    const server = new FakeServer([...pods, goes, wrong]);
    server.health = { ...server.health, kinds: [] };
    server.reports.set('/api/v1/terminating', { objects, unread: [] });
    server.reports.set('/api/v1/activity', ONE_CHANGE);
    await startApp(server, '/', 1200);
    const change = page.getByRole('toolbar', { name: 'Latest changes' });
    const all = page.getByRole('button', { name: 'All problems' });
    await expect.element(all).toHaveTextContent('All problems');
    const before = sentences().length;
    const map = (): number => document.querySelector('.map-host')?.clientHeight ?? 0;
    await eventually(() => expect(map()).toBeGreaterThan(0));
    const high = map();
    await all.click();
    await eventually(() => expect(sentences().length).toBeGreaterThan(before));
    // Another height would be another zoom.
    expect(map()).toBe(high);
    for (const shown of [
      change.getByText('held', { exact: true }),
      change.getByText('All changes'),
    ]) {
      await expect.element(shown).toBeVisible();
    }
  });

  it('leaves room for the latest change at every width', async () => {
    const server = new FakeServer([held, owner, goes, wrong]);
    server.health = { ...server.health, kinds: [] };
    server.reports.set('/api/v1/terminating', reportOn([held, owner], [cause]));
    server.reports.set('/api/v1/activity', ONE_CHANGE);
    await startApp(server, '/', 1440);
    const change = page.getByRole('toolbar', { name: 'Latest changes' });
    await expect.element(change.getByRole('listitem')).toBeVisible();
    await eventually(() => expect(sentences()).toHaveLength(3));
    for (let width = 1920; width > 760; width -= 40) {
      await page.viewport(width, 800);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const isVisible = change.getByText('held', { exact: true }).query()?.checkVisibility();
      expect({ width, isVisible }).toEqual({ width, isVisible: true });
    }
  });

  it('counts deletions that nothing blocks', async () => {
    await start([held], { objects: [], unread: [] });
    await eventually(() =>
      expect(sentences()).toEqual(['1 object is being deleted. /terminating']),
    );
  });

  it('says that the collector is behind, or seems to be off', async () => {
    const nothing = { objects: [], unread: [] };
    const since = '2026-11-21T09:00:00Z';
    await start([record({ uid: 'calm' })], nothing, { state: 'behind', since, decisions: 1 });
    await eventually(() =>
      expect(sentences()).toEqual([
        '1 decision of the collector is overdue. /activity?what=overdue',
      ]),
    );
    await endApp();
    await start([record({ uid: 'calm' })], nothing, { state: 'stalled', since, decisions: 1200 });
    await eventually(() =>
      expect(sentences()).toEqual([
        expect.stringMatching(
          /^The collector seems to be off or stuck: 1,200 decisions are overdue, and it has done nothing since \d\d:\d\d\. \/activity\?what=overdue$/,
        ),
      ]),
    );
  });

  it('keeps the focus on a sentence whose count changes', async () => {
    const server = await start([goes], { objects: [], unread: [] });
    const sentence = page.getByRole('link', { name: 'The collector will delete' });
    await expect.element(sentence).toHaveTextContent('will delete 1 object.');
    const focused = sentence.element() as HTMLElement;
    focused.focus();
    server.push({ upserts: [{ ...goes, uid: 'goes too', name: 'goes-too' }], removes: [] });
    await expect.element(sentence).toHaveTextContent('will delete 2 objects.');
    expect(document.activeElement).toBe(focused);
  });

  it('on a phone, one press shows all problems, and says none of them again', async () => {
    await start([held, goes, wrong], reportOn([held], [cause]), undefined, 390);
    const said = 'Finalizer …/flush-ledger blocks 1 deletion.';
    await eventually(() => expect(sentences()).toEqual([`${said} /terminating`]));
    const news = page.getByText(said).element().closest('[role=status]');
    const all = page.getByRole('button', { name: 'All problems' });
    const states: [string | null | undefined, string | null, number][] = [];
    for (let at = 0; at < 3; at++) {
      const isOpen = all.element().getAttribute('aria-expanded');
      states.push([news?.textContent, isOpen, sentences().length]);
      await all.click();
    }
    expect(states).toEqual([
      [said, 'false', 1],
      [said, 'true', 3],
      [said, 'false', 1],
    ]);
  });

  it('says when all is well', async () => {
    await start([record({ uid: 'calm' })], { objects: [], unread: [] });
    await expect
      .element(page.getByText('No object is being deleted, and every owner reference is valid.'))
      .toBeVisible();
  });
});
