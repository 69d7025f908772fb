import {
  type CollectorDelay,
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
const goes = record({ uid: 'goes', summary: { verdict: 'goes', rule: 'AD-17', when: 'restart' } });
const wrong = record({
  uid: 'wrong',
  owners: [ownedBy(record({ uid: 'ghost' }))],
  summary: { verdict: 'stays', rule: 'AD-14', wrong: [{ index: 0, fault: 'dangling' }] },
});
const cause: ReportedCause = {
  type: 'finalizer',
  state: 'blocked',
  object: held,
  text: say`It keeps a finalizer.`,
  rules: [],
  advice: [],
};

function reportOn(
  objects: readonly NodeRecord[],
  rootCauses: readonly ReportedCause[],
): TerminatingReport {
  return {
    objects: objects.map((object) => ({
      object,
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
  // It is about the whole cluster, and so is where it leads.
  await startApp(server, '/?ns=shop', width);
  return server;
}

describe('the headline', { timeout: 60_000 }, () => {
  it('says what is wrong, and leads to it', async () => {
    await start([held, owner, goes, wrong], reportOn([held, owner], [cause]));
    await eventually(() =>
      expect(sentences()).toEqual([
        '1 finalizer blocks 2 deletions. /terminating',
        '1 object will be deleted by the collector. /?state=goes',
        '1 object has a wrong reference. /findings',
      ]),
    );
  });

  it('calls causes of several kinds causes', async () => {
    const circle: ReportedCause = { ...cause, type: 'reference', text: say`A circle.` };
    await start([held], reportOn([held], [cause, circle]));
    await eventually(() =>
      expect(sentences()).toEqual(['2 causes block 1 deletion. /terminating']),
    );
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
    const sentence = page.getByRole('link', { name: 'will be deleted by the collector.' });
    await expect.element(sentence).toHaveTextContent('1 object will');
    const focused = sentence.element() as HTMLElement;
    focused.focus();
    server.push({ upserts: [{ ...goes, uid: 'goes too', name: 'goes-too' }], removes: [] });
    await expect.element(sentence).toHaveTextContent('2 objects will');
    expect(document.activeElement).toBe(focused);
  });

  it('on a phone, one press shows all problems, and says none of them again', async () => {
    await start([held, goes, wrong], reportOn([held], [cause]), undefined, 390);
    await eventually(() =>
      expect(sentences()).toEqual(['1 finalizer blocks 1 deletion. /terminating']),
    );
    const news = page
      .getByText('1 finalizer blocks 1 deletion.')
      .element()
      .closest('[role=status]');
    const all = page.getByRole('button', { name: 'All problems' });
    const states: [string | null | undefined, string | null, number][] = [];
    for (let at = 0; at < 3; at++) {
      const isOpen = all.element().getAttribute('aria-expanded');
      states.push([news?.textContent, isOpen, sentences().length]);
      await all.click();
    }
    const said = '1 finalizer blocks 1 deletion.';
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
