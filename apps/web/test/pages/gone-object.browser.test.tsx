import {
  type ActivityEntry,
  type Aftermath,
  type NodeRecord,
  type Sentence,
  say,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { markOnMap, startApp } from '../support/start-app.tsx';

const top = record({ uid: 'top', kind: 'CronJob', apiVersion: 'batch/v1' });
const stranger = record({ uid: 'stranger' });
const AT = '2026-11-20T09:04:05Z';
/** Aftermath of an object on which nothing depended. */
const ALONE = { removedReferences: [], went: 0, stayed: 0, isCut: false };

function endOf(object: NodeRecord, seq = 1): ActivityEntry {
  return { seq, type: 'gone', at: AT, text: say`Gone.`, object };
}

/** The server remembers how the object went, and the changes of the objects around it. */
function remember(
  server: FakeServer,
  object: NodeRecord,
  history: readonly ActivityEntry[],
  aftermath: Partial<Aftermath> = {},
  gone = { at: AT, text: say`Gone.` },
): void {
  const around = { ...ALONE, records: [object], gone: [object.uid], entries: history };
  const memory = { record: object, gone, history, aftermath: { ...around, ...aftermath } };
  server.tombstones.set(object.uid, memory);
}

describe('the page of an object that is gone', { timeout: 60_000 }, () => {
  it('says once who deleted the object, and the history ends when the object is gone', async () => {
    const pod = record({ uid: 'pod' });
    const line = (
      seq: number,
      type: ActivityEntry['type'],
      text: Sentence,
      withoutDeleter?: Sentence,
    ): ActivityEntry => {
      return { seq, type, at: AT, text, object: pod, ...(withoutDeleter && { withoutDeleter }) };
    };
    const who = say`The collector probably deleted it: its owner ${top} was gone.`;
    const end = line(3, 'gone', say`Gone. ${who}`, say`Gone.`);
    const grace = say`Its grace period is 30 s.`;
    const began = line(
      2,
      'deleting',
      say`Deletion began. ${who} ${grace}`,
      say`Deletion began. ${grace}`,
    );
    const server = new FakeServer([stranger]);
    const history = [line(1, 'created', say`Created.`), began, end];
    remember(server, pod, history, { entries: [began, end] }, { at: AT, text: end.text });
    await startApp(server, '/o/pod', 1440, 900);
    const verdict = page.getByRole('status', { name: 'Verdict' });
    await expect
      .element(verdict)
      .toHaveTextContent(
        /^Gone\. The collector probably deleted it: its owner CronJob shop\/top was gone\.It has been gone for \d+d\d*h?, since (.+?)\. gcscope infers/,
      );
    // The time is in the reader's time zone.
    const since = new Date(AT).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
    expect(verdict.element().textContent).toContain(`, since ${since}.`);
    await expect
      .element(page.getByText(/^Nothing depended on it\. gcscope observed/))
      .toBeVisible();
    const panel = document.querySelector('.panel')?.textContent ?? '';
    expect(panel.match(/probably deleted/g)).toHaveLength(1);
    const described = (list: string): unknown[] =>
      [...document.querySelectorAll(`.panel ${list} li`)].map(
        (item) => (item.querySelector('p') ?? item.lastElementChild)?.textContent,
      );
    expect(described('.aftermath')).toEqual(['Deletion began. Its grace period is 30 s.', 'Gone.']);
    expect(described('.history:not(.aftermath)')).toEqual(['Created.', 'Gone.']);
  });

  it('lists since when the object is gone, and offers no deletion of it', async () => {
    const at = new Date(Date.now() - 40_000).toISOString();
    const creationTimestamp = '2026-01-01T00:00:00Z';
    const owner = record({ uid: 'rs', kind: 'ReplicaSet', creationTimestamp });
    const stayed = record({ uid: 'stayed' });
    const end: ActivityEntry = { seq: 1, type: 'gone', at, text: say`Gone.`, object: owner };
    const server = new FakeServer([stayed]);
    const around = { records: [owner, stayed], stayed: 1 };
    remember(server, owner, [end], around, { at, text: end.text });
    await startApp(server, '/o/rs?view=list', 1440, 900);
    const row = page.getByRole('row', { name: 'rs' });
    await expect.element(row).toHaveTextContent(/^RSrsReplicaSet · shopgone4\ds agoshop$/);
    const boxes = page.getByRole('table').getByRole('checkbox').elements();
    expect(boxes.map((box) => box.ariaLabel)).toEqual(['Select Pod stayed']);
    const color = (name: string): string => {
      return getComputedStyle(page.getByRole('link', { name, exact: true }).element()).color;
    };
    expect(color('rs ReplicaSet')).not.toBe(color('stayed Pod'));
  });

  it('describes the references of the object in the past tense', async () => {
    const pod = record({ uid: 'pod', owners: [{ ...ownedBy(top), blockOwnerDeletion: true }] });
    const server = new FakeServer([top]);
    remember(server, pod, [endOf(pod)], { records: [pod, top] });
    await startApp(server, '/o/pod', 1440, 900);
    await expect
      .element(page.getByText('blocked any foreground deletion of the owner'))
      .toBeVisible();
    expect(page.getByText('blocks the owner').all()).toHaveLength(0);
  });

  it('shows the objects around it, and what became of them', async () => {
    const owner = record({ uid: 'rs', kind: 'ReplicaSet', beingDeleted: true });
    const went = record({ uid: 'went', owners: [ownedBy(owner)] });
    const stayed = record({ uid: 'stayed' });
    const line = (seq: number, object: NodeRecord, text: Sentence): ActivityEntry => {
      return { seq, type: 'gone', at: AT, text, object };
    };
    const end = line(1, owner, say`Gone: its deletion is complete.`);
    const entries = [end, line(2, went, say`Gone, too.`), line(3, stayed, say`Reference removed.`)];
    const server = new FakeServer([stayed]);
    remember(server, owner, [end], {
      records: [owner, went, stayed],
      gone: ['rs', 'went'],
      removedReferences: [{ uid: 'stayed', owner: 'rs' }],
      ...{ went: 1200, stayed: 1, entries, isCut: true },
    });
    await startApp(server, '/o/rs', 1440, 900);
    await eventually(() => expect(document.title).toBe('ReplicaSet shop/rs, gone · gcscope'));
    const happened = page.getByRole('region', { name: 'What happened' });
    await expect
      .element(happened)
      .toHaveTextContent('1,200 objects went with it, 1 object lost the reference and stayed.');
    await expect.element(happened).toHaveTextContent('the first 3 objects around it');
    const lines = happened.element().querySelectorAll('.aftermath li p');
    expect([...lines].map((each) => each.textContent)).toEqual([
      'Gone: its deletion is complete.',
      'Gone, too.',
      'Reference removed.',
    ]);
    // A history of its end alone is left out.
    expect(document.querySelectorAll('.panel .history:not(.aftermath)')).toHaveLength(0);
    const times = [...happened.element().querySelectorAll('time')];
    const clock = new Date(AT).toLocaleTimeString('en-GB');
    expect(clock).toMatch(/^\d\d:04:05$/);
    const said = times.map(({ textContent, dateTime, title }) => [textContent, dateTime, title]);
    expect(said).toEqual(Array(3).fill([clock, AT, AT]));
    await eventually(() =>
      expect(['rs', 'went', 'stayed'].map(markOnMap)).toEqual(['gone', 'gone', 'calm']),
    );
    const dependents = page.getByRole('heading', { name: 'Dependents' });
    await expect.element(dependents).toHaveTextContent('Dependents at least 2, 1 gone, 1 stayed');
    const links = dependents.element().closest('section')?.querySelectorAll('li a') ?? [];
    expect([...links].map((each) => each.textContent)).toEqual(['stayedPod', 'wentPodgone']);
  });

  it('says that nothing depended on the object, and once how it was deleted', async () => {
    const pod = record({ uid: 'pod' });
    const server = new FakeServer([stranger]);
    remember(server, pod, [endOf(pod)], {}, { at: AT, text: say`Gone. A person deleted it.` });
    await startApp(server, '/o/pod', 1440, 900);
    const happened = page.getByRole('region', { name: 'What happened' });
    await expect.element(happened).toHaveTextContent(/^What happenedNothing depended on it\.$/);
    expect(document.querySelectorAll('.panel .history li')).toHaveLength(1);
  });

  it('counts the dependents that are still to go, and follows them', async () => {
    const owner = record({ uid: 'rs', kind: 'ReplicaSet' });
    const summary = { verdict: 'goes', rule: 'AD-17' } as const;
    const pods = ['a', 'b'].map((uid) => record({ uid, owners: [ownedBy(owner)], summary }));
    const ends = [owner, ...pods].map((object, index) => endOf(object, index + 1));
    const server = new FakeServer([stranger, ...pods]);
    const went = (...gone: string[]): void => {
      const entries = ends.filter(({ object }) => object && gone.includes(object.uid));
      const around = { records: [owner, ...pods], gone, went: gone.length - 1, entries };
      const now = new Date().toISOString();
      remember(server, owner, entries.slice(0, 1), around, { at: now, text: say`Gone.` });
    };
    went('rs');
    await startApp(server, '/o/rs', 1440, 900);
    const happened = page.getByRole('region', { name: 'What happened' });
    const dependents = page.getByRole('heading', { name: 'Dependents' });
    await expect.element(dependents).toHaveTextContent('Dependents 2, all still to go');
    await expect
      .element(happened)
      .toHaveTextContent('No dependent went with it so far, 2 objects are still to go.');
    went('rs', 'a');
    server.push({ upserts: [], removes: ['a'] });
    await expect.element(dependents).toHaveTextContent('Dependents 2, 1 gone, 1 still to go');
    went('rs', 'a', 'b');
    server.push({ upserts: [], removes: ['b'] });
    await expect.element(dependents).toHaveTextContent('Dependents 2, all gone');
    await expect.element(happened).toHaveTextContent('2 objects went with it.');
  });
});
