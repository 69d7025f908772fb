import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { endApp, type Started, startApp } from '../../support/start-app.tsx';

const owner = record({ uid: 'rs', kind: 'ReplicaSet', apiVersion: 'apps/v1', name: 'web-rs' });
const pod = record({ uid: 'p0', name: 'web-0', owners: [ownedBy(owner)] });

const READING = {
  apiVersion: 'gcscope.dev/v1',
  kind: 'NodeReading',
  name: 'worker-1',
  source: 'cri',
  readAt: '2026-11-21T12:00:00Z',
  scenario: {
    apiVersion: 'gcscope.dev/v1',
    kind: 'KubeletScenario',
    metadata: { name: 'worker-1' },
    spec: {
      now: '2026-11-21T12:00:00Z',
      pods: [{ uid: 'p0', name: 'web-0', namespace: 'shop', state: 'live' }],
      containers: [
        { id: 'c0', pod: 'p0', name: 'main', createdAt: '2026-11-21T11:00:00Z', state: 'EXITED' },
      ],
    },
  },
  notSeen: [],
  warnings: [],
  owners: [{ pod: 'p0', owner: { uid: 'rs', kind: 'ReplicaSet', name: 'web-rs' } }],
};

async function start(path: string, nodes: readonly object[]): Promise<Started> {
  const server = new FakeServer([owner, pod]);
  server.reports.set('/api/v1/nodes', { nodes });
  server.reports.set('/api/v1/nodes/worker-1', READING);
  return startApp(server, path);
}

describe('the node of a Pod', { timeout: 60_000 }, () => {
  it('is a step away where gcscope reads it, and names the owners of its pods', async () => {
    const { address } = await start('/o/p0', [{ name: 'worker-1', source: 'cri' }]);
    await page.getByRole('link', { name: 'Containers on worker-1' }).click();
    await expect.element(page.getByRole('heading', { name: /worker-1/ })).toBeVisible();
    expect(address()).toBe('/node/worker-1');
    await expect.element(page.getByRole('link', { name: /web-rs/ }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Node', exact: true }).click();
    await page.getByRole('link', { name: 'worker-1' }).click();
    await eventually(() => expect(address()).toBe('/node/worker-1'));
  });

  it('is not offered where no node is read, nor of another kind', async () => {
    await start('/o/p0', []);
    await expect.element(page.getByRole('heading', { name: /web-0/ })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /Forecast delete/ })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Containers on worker-1' }))
      .not.toBeInTheDocument();
    await endApp();
    await start('/o/rs', [{ name: 'worker-1', source: 'cri' }]);
    await expect.element(page.getByRole('heading', { name: /web-rs/ })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Containers on worker-1' }))
      .not.toBeInTheDocument();
  });

  it('says why it cannot be read, and is read again only on request', async () => {
    const { server } = await start('/node/gone', []);
    await expect
      .element(page.getByRole('heading', { name: 'This node cannot be read' }))
      .toBeVisible();
    server.reports.set('/api/v1/nodes/gone', READING);
    const again = page.getByRole('button', { name: 'Read again' });
    await again.click();
    await expect.element(page.getByRole('heading', { name: /worker-1/ })).toBeVisible();
    const reads = server.requests.get('/api/v1/nodes/gone') ?? 0;
    await again.click();
    await eventually(() => expect(server.requests.get('/api/v1/nodes/gone')).toBe(reads + 1));
  });
});
