import type { NodeRecord, PolicyForecast } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { policyForecast } from '../support/forecast.ts';
import { ownedBy, record } from '../support/record.ts';
import { endApp, startApp } from '../support/start-app.tsx';

const web = record({ uid: 'web', kind: 'Deployment', apiVersion: 'apps/v1', name: 'web' });
const job = record({ uid: 'job', kind: 'Job', apiVersion: 'batch/v1', name: 'job' });
const pods = ['a', 'b', 'c'].map((name) => record({ uid: name, name, owners: [ownedBy(web)] }));

async function start(...policies: readonly PolicyForecast[]): Promise<void> {
  await startOn(new FakeServer([web, job, ...pods]), ...policies);
}

async function startOn(server: FakeServer, ...policies: readonly PolicyForecast[]): Promise<void> {
  const forecast = { targets: [web], policies, unread: ['Secret'], release: 'v1.28' };
  server.reports.set('/api/v1/forecasts', forecast);
  await startApp(server, '/forecast?of=web', 1280, 900);
}

describe('the lines of a forecast', { timeout: 60_000 }, () => {
  it('names the rule of a wait, as the command does', async () => {
    const after = { type: 'object', object: job, rule: 'FG-02' } as const;
    const waiting = policyForecast('Foreground', {
      deleted: [{ object: web, rule: 'FG-01', after }],
    });
    await start(waiting);
    const line = page.getByRole('listitem').filter({ hasText: 'waits for Job' });
    await expect.element(line.getByRole('link', { name: 'FG-02' })).toBeVisible();
    expect(line.getByRole('link', { name: 'FG-01' }).all()).toHaveLength(0);
  });

  it('says of a foreground deletion that it may wait for hidden dependents, as the command does', async () => {
    const unread = ['Secret', 'Widget.example.com'];
    const lines = [web, ...pods].map((object) => ({ object, rule: 'FG-01', unread }));
    const hidden = (some: PolicyForecast['notVerified']): PolicyForecast =>
      policyForecast('Foreground', { notVerified: some, requests: 9 });
    await start(hidden(lines));
    const wait =
      'may wait for dependents of kinds that gcscope cannot read: Secret and Widget.example.com';
    // Said once for all.
    await expect.element(page.getByText(`${wait}:`, { exact: true })).toBeVisible();
    expect(page.getByText(wait).all()).toHaveLength(1);
    const time = 'under a second, 9 requests of the collector, or more';
    await expect.element(page.getByText(time)).toBeVisible();
    await endApp();
    await start(hidden(lines.slice(0, 1)));
    const line = page.getByRole('listitem').filter({ hasText: wait });
    await expect.element(line.getByRole('link', { name: 'FG-01' })).toBeVisible();
  });

  it('says once what all objects wait for that are not deleted yet', async () => {
    const by = { type: 'object', object: job } as const;
    const blocked = pods.map((object) => ({ object, rule: 'NS-07', terminating: false, by }));
    await start(policyForecast('Background', { blocked }));
    const column = page.getByRole('region', { name: 'Background' });
    await expect.element(column.getByText('Deleted once blocked objects are gone.')).toBeVisible();
    const said = [...document.querySelectorAll('.way :is(p, li)')].map((each) => each.textContent);
    expect(said.filter((text) => text.includes('waits for'))).toEqual(['waits for Job shop/job:']);
  });

  it('says what was stuck before and stays so, which a deletion of its owner does not solve', async () => {
    const by = {
      type: 'finalizer',
      finalizers: ['example.com/hold'],
      removedBy: 'its operator',
    } as const;
    const stayBlocked = [{ object: job, rule: 'API-35', terminating: true, by }];
    const deleted = [{ object: web, rule: 'DE-01' }];
    await start(policyForecast('Background', { deleted, stayBlocked }));
    const column = page.getByRole('region', { name: 'Background' });
    await expect.element(column.getByText(/^1 still blocked$/)).toBeVisible();
    const line = column.getByRole('listitem').filter({ hasText: 'job' });
    await expect
      .element(line.getByText('stays in Terminating: waits until example.com/hold is removed'))
      .toBeVisible();
  });

  it('says that the version of the cluster is unknown, where it follows the newest rules', async () => {
    const server = new FakeServer([web, job, ...pods]);
    server.version = 'unknown';
    await startOn(
      server,
      policyForecast('Background', { deleted: [{ object: web, rule: 'DE-01' }] }),
    );
    await expect
      .element(
        page.getByText(
          /^By the rules of Kubernetes v1\.28\. The version of the cluster is unknown\./,
        ),
      )
      .toBeVisible();
    // A narrower window has room for fewer words.
    await page.viewport(1440, 900);
    await expect.element(page.getByText('version unknown', { exact: true })).toBeVisible();
  });

  it('says in each column where it changes something, where the policies differ', async () => {
    const deleted = [{ object: web, rule: 'DE-01' }];
    await start(
      policyForecast('Background', { deleted, namespaces: ['shop'] }),
      policyForecast('Orphan', {
        deleted,
        orphaned: pods.map((object) => ({ object, rule: 'OR-03' })),
        namespaces: ['pay-120', 'pay-24', 'shop'],
      }),
    );
    const facts = page.getByText('Changes in', { exact: true });
    await expect.element(facts.first()).toBeVisible();
    const places = facts.elements().map((each) => each.nextElementSibling?.textContent);
    expect(places).toEqual(['shop', 'pay-24, pay-120 and shop']);
  });

  it('says above the columns what all would say alike, and on a phone how they differ', async () => {
    const lines = pods.map((object) => ({ object, rule: 'AD-17' }));
    const first = { object: web, rule: 'DE-01' };
    const namespaces = ['default'];
    await start(
      policyForecast('Background', { deleted: [first, ...lines], namespaces }),
      policyForecast('Orphan', { deleted: [first], orphaned: lines, namespaces }),
    );
    const alike =
      'By the rules of Kubernetes v1.28. The order does not change the outcome. Namespace with changes: default.';
    await expect.element(page.getByText(alike)).toBeVisible();
    expect(page.getByText(/order does not change/).all()).toHaveLength(1);
    expect(page.getByText('Changes in', { exact: true }).all()).toHaveLength(0);
    const differences = page.getByRole('list', { name: 'How the policies differ' });
    await expect.element(differences).not.toBeInTheDocument();
    await page.viewport(390, 844);
    await expect.element(differences).toBeVisible();
    expect(
      differences
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Background: 4 deleted', 'Orphan: 1 deleted, 3 orphaned']);
  });

  it.each([
    [2, 690],
    [3, 976],
  ])(
    '%i policies that differ stand beside each other from %i px on; below, lines say how they differ',
    async (count, width) => {
      const lines = pods.map((object) => ({ object, rule: 'AD-17' }));
      const first = { object: web, rule: 'DE-01' };
      const policies = [
        policyForecast('Background', { deleted: [first, ...lines] }),
        policyForecast('Orphan', { deleted: [first], orphaned: lines }),
        policyForecast('Foreground', { deleted: lines }),
      ];
      await start(...policies.slice(0, count));
      const differences = page.getByRole('list', { name: 'How the policies differ' });
      const rows = (): number =>
        new Set(
          [...document.querySelectorAll('.policy-column')].map(
            (each) => each.getBoundingClientRect().top,
          ),
        ).size;
      await page.viewport(width, 900);
      await eventually(() => expect(rows()).toBe(1));
      await expect.element(differences).not.toBeInTheDocument();
      await page.viewport(width - 1, 900);
      await eventually(() => expect(rows()).toBe(count));
      await expect.element(differences).toBeVisible();
    },
  );

  it.each([
    [1099, 1],
    [1440, 2],
    [1920, 3],
  ])(
    'of policies that end alike, the objects stand in rows: at %i px, so many in each: %i',
    async (width, count) => {
      // Each waits for another one, so nothing stands between them.
      const waiting = Array.from({ length: 5 }, (_, at) => {
        const [object, other] = ['one', 'other'].map((name) =>
          record({ uid: `${name}-${at}`, name: `${name}-${at}` }),
        ) as [NodeRecord, NodeRecord];
        return { object, rule: 'FG-01', after: { type: 'object', object: other, rule: 'FG-02' } };
      }) as PolicyForecast['deleted'];
      const policies = (['Background', 'Orphan'] as const).map((policy) =>
        policyForecast(policy, { deleted: waiting }),
      );
      await startOn(new FakeServer([web]), ...policies);
      await page.viewport(width, 900);
      await expect.element(page.getByText(/^The policy makes no difference/)).toBeVisible();
      await eventually(() => {
        const boxes = [...document.querySelectorAll('.way-line > .object-link')].map((each) =>
          each.getBoundingClientRect(),
        );
        const firstRow = boxes.filter(({ top }) => top === boxes[0]?.top);
        expect(firstRow).toHaveLength(count);
        // Read as a text is.
        const places = boxes.map(({ top, left }) => top * 10_000 + left);
        expect(places).toHaveLength(5);
        expect(places).toEqual([...places].sort((one, other) => one - other));
      });
    },
  );
});
