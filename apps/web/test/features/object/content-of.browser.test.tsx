import type { NodeRecord, VerdictSummary } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { mapOnPage, placeOf, startApp } from '../../support/start-app.tsx';

const shop = record({ uid: 'shop', name: 'shop', kind: 'Namespace', namespace: '' });
const stranger = record({ uid: 'stranger', namespace: 'elsewhere' });
const wrong: VerdictSummary = {
  verdict: 'stays',
  rule: 'CL-13',
  wrong: [{ index: 0, finding: 'dangling' }],
};
const goes: VerdictSummary = { verdict: 'goes', rule: 'AD-17', when: 'now' };

/** Trees beside each other: wider than a view. */
function trees(count: number): NodeRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const owner = record({
      uid: `owner-${at}`,
      kind: `Kind${at}`,
      ...(at === 0 ? { summary: wrong } : {}),
    });
    const summary = at > count - 3 ? { summary: goes } : {};
    return [owner, record({ uid: `in-${at}`, owners: [ownedBy(owner)], ...summary })];
  }).flat();
}

async function start(...objects: readonly NodeRecord[]): Promise<() => string> {
  const server = new FakeServer([shop, stranger, ...objects]);
  server.health = { ...server.health, kinds: [] };
  const { address } = await startApp(server, '/o/shop', 1280, 900);
  return address;
}

describe('a Namespace that is not being deleted', { timeout: 30_000 }, () => {
  it('says how many objects are in it, and which have a problem, with links', async () => {
    const address = await start(...trees(30));
    const content = page.getByRole('region', { name: 'Objects in this Namespace 60' });
    await expect
      .element(content)
      .toHaveTextContent(
        'Objects in this Namespace 60 1 with a wrong reference 2 go nextIf you delete the Namespace, they are deleted with it. List all 60',
      );
    await content.getByRole('link', { name: '2 go next' }).click();
    await eventually(() => expect(address()).toBe('/?state=goes&ns=shop&view=list'));
  });

  it('has a page whose map opens on the worst of what is in it', async () => {
    await start(...trees(120));
    await eventually(() => {
      const map = document.querySelector('.map-host')?.getBoundingClientRect();
      const { x, y } = placeOf('owner-0') ?? { x: Number.NaN, y: Number.NaN };
      expect([x > (map?.left ?? 0), x < (map?.right ?? 0)]).toEqual([true, true]);
      expect([y > (map?.top ?? 0), y < (map?.bottom ?? 0)]).toEqual([true, true]);
      expect(mapOnPage()?.zoom()).toBeGreaterThan(0.5);
    });
  });

  it('says so if nothing is in it', async () => {
    await start();
    const content = page.getByRole('region', { name: 'Objects in this Namespace 0' });
    await expect.element(content).toHaveTextContent('Objects in this Namespace 0None.');
  });
});
