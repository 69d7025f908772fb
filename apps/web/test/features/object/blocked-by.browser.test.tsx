import { code, type NodeRecord, say, type TerminatingReport } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { type Started, startApp } from '../../support/start-app.tsx';

const REPORT = '/api/v1/terminating';
/** Longer than a report waits for more frames, in milliseconds. */
const A_WHILE = 5000;

const top = record({ uid: 'top', kind: 'Job', apiVersion: 'batch/v1', beingDeleted: true });
const held = record({ uid: 'held', beingDeleted: true, owners: [ownedBy(top)] });
const stranger = record({ uid: 'stranger' });

const ANSWER: TerminatingReport = {
  objects: [
    {
      object: top,
      state: 'blocked',
      chain: [{ object: top, waitsFor: say`Waits for ${held}, which blocks it.`, rule: 'AD-07' }],
      rootCauses: [
        {
          type: 'finalizer',
          state: 'blocked',
          object: held,
          text: say`${held} has the finalizer ${code('example.com/backup')}, which nobody removes.`,
          rules: ['API-35'],
          advice: [],
        },
      ],
      misleading: [],
    },
  ],
  unread: [],
};

let started: Started;
let server: FakeServer;

/** Number of requests for the report when a while has passed since the frame. */
async function askedAfter(changed: NodeRecord): Promise<number> {
  const { uid, resourceVersion } = changed;
  server.push({ upserts: [changed], removes: [] });
  await eventually(() =>
    expect(started.live.store.records.get(uid)?.resourceVersion).toBe(resourceVersion),
  );
  await vi.advanceTimersByTimeAsync(A_WHILE);
  return server.requests.get(REPORT) ?? 0;
}

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  server = new FakeServer([top, held, stranger]);
  server.reports.set(REPORT, ANSWER);
  started = await startApp(server, '/o/top');
  await expect.element(page.getByText('example.com/backup')).toBeVisible();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what holds an object, on its page', { timeout: 60_000 }, () => {
  it('a frame about others leaves the report alone; what is slow is blocked when the report says, although no frame comes', async () => {
    expect(await askedAfter({ ...stranger, resourceVersion: '2' })).toBe(1);
    const [blocked] = ANSWER.objects;
    if (!blocked) throw new Error('The report names no object.');
    const slow = { ...blocked, state: 'slow', rootCauses: [] } as const;
    server.reports.set(REPORT, { ...ANSWER, objects: [slow], changesIn: 20_000 });
    expect(await askedAfter({ ...top, resourceVersion: '2' })).toBe(2);
    const cause = page.getByText('example.com/backup');
    await expect.element(cause).not.toBeInTheDocument();
    server.reports.set(REPORT, ANSWER);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests.get(REPORT)).toBe(2);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(server.requests.get(REPORT)).toBe(3);
    await expect.element(cause).toBeVisible();
  });
});
