import { type Forecast, type NodeRecord, type PolicyForecast, say } from '@gcscope/gc-core/wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseTheme, type ThemeChoice } from '../../src/ui/theme.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { policyForecast } from '../support/forecast.ts';
import { ownedBy, record } from '../support/record.ts';
import { endApp, type Started, startApp } from '../support/start-app.tsx';

const web = record({ uid: 'web', kind: 'Deployment', apiVersion: 'apps/v1', name: 'web' });
const pods = Array.from({ length: 60 }, (_, at) =>
  record({ uid: `pod-${at}`, name: `web-${at}`, owners: [ownedBy(web)] }),
);
const job = record({ uid: 'job', kind: 'Job', apiVersion: 'batch/v1', name: 'job' });
const held = record({ uid: 'held', kind: 'Job', apiVersion: 'batch/v1', name: 'held' });

function forecastOf(policy: PolicyForecast['policy']): PolicyForecast {
  const orphans = policy === 'Orphan';
  const lines = pods.map((object) => ({ object, rule: 'AD-17' }));
  return policyForecast(policy, {
    deleted: orphans
      ? [{ object: web, rule: 'OR-07' }]
      : [{ object: web, rule: 'DE-01' }, ...lines],
    orphaned: orphans ? lines : [],
    kept: orphans ? [] : [{ object: job, rule: 'AD-14', owner: web }],
    blocked: orphans
      ? []
      : [
          {
            object: held,
            rule: 'API-35',
            terminating: true,
            by: { type: 'finalizer', finalizers: ['example.com/hold'], removedBy: 'its operator' },
          },
        ],
    kinds: [],
    namespaces: ['default'],
    requests: 122,
    seconds: 3,
    commands: {
      kubectl: [`kubectl delete deployments.apps/web --cascade=${policy.toLowerCase()}`],
      kubectlBefore120: [],
      curl: ["curl -X DELETE localhost:8001/web -d '{}'"],
    },
  });
}

const FORECAST: Forecast = {
  targets: [web],
  policies: [forecastOf('Background'), forecastOf('Foreground'), forecastOf('Orphan')],
  unread: ['Widget.example.com'],
  release: 'v1.28',
};

/** Two ends, of which one was met three times as often. */
const UNDECIDED: PolicyForecast = {
  ...forecastOf('Foreground'),
  orders: 'tried',
  decides: [job],
  outcomes: [
    { orders: 150, deleted: [], terminating: [job], living: [] },
    { orders: 50, deleted: [job], terminating: [], living: [] },
  ],
};

async function start(
  path: string,
  forecast: Forecast = FORECAST,
  objects = [web, ...pods, job, held],
): Promise<Started> {
  const server = new FakeServer(objects);
  server.reports.set('/api/v1/forecasts', forecast);
  return startApp(server, path, 1280, 900);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the forecast of a deletion', { timeout: 60_000 }, () => {
  it('is asked for from an object, and shows the three policies side by side', async () => {
    const { address, history } = await start('/o/web');
    await page.getByRole('link', { name: 'Forecast delete' }).click();
    await eventually(() => expect(address()).toBe('/forecast?of=web'));
    // The address of the object, and what is asked about it: a guess that leads there, too.
    history.push('/o/web/forecast?ns=shop');
    await eventually(() => expect(address()).toBe('/forecast?of=web'));
    await eventually(() =>
      expect(document.title).toMatch(/^Forecast of Deployment \S*web · gcscope$/),
    );
    const both = page.getByRole('region', { name: 'Background and Foreground' });
    await expect.element(both.getByText('about 3 s, 122 requests of the collector')).toBeVisible();
    await expect.element(both.getByText(': its operator')).toBeVisible();
    await expect.element(page.getByText(/Widget\.example\.com/)).toBeVisible();
    const orphan = page.getByRole('region', { name: 'Orphan' });
    await expect
      .element(
        orphan.getByText(
          '1 object has the same outcome as with Background and Foreground; the others:',
        ),
      )
      .toBeVisible();
    await expect.element(orphan.getByText(/^2 unchanged$/)).toBeVisible();
  });

  it('a list of what differs says how many of the objects counted above it has', async () => {
    const [first, second] = pods;
    const background = { ...forecastOf('Background'), deleted: [{ object: web, rule: 'DE-01' }] };
    const also = [first, second].flatMap((object) => (object ? [{ object, rule: 'AD-17' }] : []));
    const foreground = { ...forecastOf('Foreground'), deleted: [...background.deleted, ...also] };
    await start('/forecast?of=web', { ...FORECAST, policies: [background, foreground] });
    const column = page.getByRole('region', { name: 'Foreground' });
    await expect.element(column.getByText(/^3 deleted$/)).toBeVisible();
    await expect.element(column.getByText(/^2 of 3 deleted$/)).toBeVisible();
    const alike = /^\d+ objects? ha\w+ the same outcome as with Background; the others:$/;
    await expect.element(column.getByText(alike)).toBeVisible();
    const other = page.getByRole('region', { name: 'Background' });
    await eventually(() => expect(other.getByText(/^1 deleted$/).all()).toHaveLength(1));
    // The number of a whole list stands only above it.
    await expect.element(other.getByText(/^Deleted$/)).toBeVisible();
  });

  it('is one column with one sentence where the policy makes no difference', async () => {
    const policies = (['Background', 'Foreground', 'Orphan'] as const).map((policy) => ({
      ...forecastOf('Background'),
      policy,
    }));
    const { address } = await start('/forecast?of=web', { ...FORECAST, policies });
    const text = 'The policy makes no difference among the objects that gcscope can read: every';
    await expect.element(page.getByText(text)).toBeVisible();
    const missing =
      'Objects of these kinds could not be read, and some may be missing here: Widget';
    await expect.element(page.getByText(missing)).toBeVisible();
    expect(page.getByRole('region').filter({ hasText: 'Blocked after' }).all()).toHaveLength(1);
    await page.getByRole('link', { name: 'Step through Orphan' }).click();
    await eventually(() => expect(address()).toBe('/simulate/web?policy=Orphan'));
    await start('/forecast?of=web', { ...FORECAST, policies, unread: [] });
    await expect.element(page.getByText(/^The policy makes no difference: every/)).toBeVisible();
  });

  it('gives no time where a further DELETE changes nothing', async () => {
    const policies = [{ ...forecastOf('Background'), deleted: [] }];
    const isThere = async (...objects: readonly NodeRecord[]): Promise<number> => {
      await start('/forecast?of=held', { ...FORECAST, targets: [held], policies }, [...objects]);
      await expect.element(page.getByText(/^1 blocked$/).first()).toBeVisible();
      return page.getByText('Blocked after', { exact: true }).all().length;
    };
    expect(await isThere(held)).toBe(1);
    await endApp();
    expect(await isThere({ ...held, beingDeleted: true })).toBe(0);
    await expect
      .element(page.getByText('not by itself: its blocker has to go first'))
      .toBeVisible();
  });

  it('says once what all storage waits for', async () => {
    const claims = ['data-0', 'data-1'].map((name) => ({
      object: record({ uid: name, kind: 'PersistentVolumeClaim', name }),
      after: 'Namespace shop is being deleted',
    }));
    const show = (storage: PolicyForecast['storage']): Promise<Started> =>
      start('/forecast?of=web', {
        ...FORECAST,
        policies: [{ ...forecastOf('Background'), storage }],
      });
    await show(claims);
    await expect.element(page.getByText('data-1')).toBeVisible();
    expect(page.getByText(/once Namespace shop/i).all()).toHaveLength(1);
    await expect.element(page.getByText('Once Namespace shop is being deleted:')).toBeVisible();
    await endApp();
    await show(
      claims.map((claim, at) => (at === 0 ? { ...claim, after: 'its Pod is gone' } : claim)),
    );
    await expect.element(page.getByText(/once its Pod is gone$/)).toBeVisible();
    await expect.element(page.getByText(/once Namespace shop is being deleted$/)).toBeVisible();
  });

  it('[NS-03] says what the API server refuses to delete, and why', async () => {
    const text = 'The API server refuses to delete this namespace.';
    const refused = [{ object: job, rule: 'NS-03', text: say`${text}` }];
    await start('/forecast?of=web', {
      ...FORECAST,
      policies: [{ ...forecastOf('Background'), refused }],
    });
    const background = page.getByRole('region', { name: 'Background' });
    await expect.element(background.getByText(/^1 refused$/).first()).toBeVisible();
    await expect.element(background.getByText(text)).toBeVisible();
  });

  it('[API-51] tells apart what waits for Kubernetes, what is left alone and what is blocked', async () => {
    const [pod = job, other = job, second = job] = pods;
    const reference = ownedBy(web);
    const after = { type: 'kubelet', rule: 'API-51' } as const;
    const partly: PolicyForecast = {
      ...forecastOf('Background'),
      deleted: [
        { object: pod, rule: 'AD-17', after, remadeBy: web },
        { object: second, rule: 'AD-17', after },
      ],
      leftAlone: [{ object: other, rule: 'CL-04', reference, text: say`Nobody looks for it.` }],
    };
    await start('/forecast?of=web', { ...FORECAST, policies: [partly] });
    const background = page.getByRole('region', { name: 'Background' });
    await expect.element(background.getByText(/^all of them later$/)).toBeVisible();
    await expect.element(background.getByText(/^Deleted later$/)).toBeVisible();
    await expect
      .element(background.getByText('waits for the kubelet to stop it').first())
      .toBeVisible();
    await expect.element(background.getByText('creates a replacement')).toBeVisible();
    await expect
      .element(background.getByText(/^1 left alone \(owner not looked up\)$/))
      .toBeVisible();
    await expect.element(background.getByText('Nobody looks for it.')).toBeVisible();
    await expect.element(background.getByText(/^1 blocked$/).first()).toBeVisible();
    const lists = background.element().querySelectorAll<HTMLElement>('details[data-way]');
    expect([...lists].map(({ dataset }) => dataset.way)).toEqual([
      'blocked',
      'later',
      'kept',
      'leftAlone',
    ]);
  });

  it.each<ThemeChoice>(['light', 'dark'])('in %s only what is blocked is red', async (theme) => {
    const [pod = job, other = job] = pods;
    const later = {
      object: pod,
      rule: 'API-51',
      after: { type: 'kubelet', rule: 'API-51' },
    } as const;
    const background = forecastOf('Background');
    const deleted = [...background.deleted, later];
    const orphaned = [{ object: other, rule: 'OR-07' }];
    const behind = {
      object: web,
      rule: 'AD-17',
      terminating: false,
      by: { type: 'object', object: held },
    } as const;
    const blocked = [...background.blocked, behind];
    await start('/forecast?of=web', {
      ...FORECAST,
      policies: [{ ...background, deleted, orphaned, blocked }],
    });
    const region = page.getByRole('region', { name: 'Background' });
    await expect.element(region).toBeVisible();
    await expect.element(region.getByText('Deleted once blocked objects are gone.')).toBeVisible();
    chooseTheme(theme);
    await eventually(() => expect(document.documentElement.dataset.theme).toBe(theme));
    const probe = document.createElement('p');
    probe.style.color = 'var(--red)';
    document.body.append(probe);
    const colourOf = (element: Element | null): string | null =>
      element && getComputedStyle(element).color;
    const ways = [...document.querySelectorAll<HTMLElement>('.policy-counts [data-way]')];
    const isRed = (element: Element): boolean => colourOf(element) === colourOf(probe);
    const reds = ways.map((way) => new Set([...way.querySelectorAll('b, .sign')].map(isRed)));
    expect(ways.map(({ dataset }, at) => [dataset.way, ...(reds[at] ?? [])])).toEqual([
      ['blocked', true],
      ['deleted', false],
      ['later', false],
      ['orphaned', false],
      ['kept', false],
      ['waiting', false],
    ]);
    const numbers = ways.map((way) => colourOf(way.querySelector('b')));
    const text = colourOf(document.body);
    expect([numbers[1], numbers[3], numbers[4]]).toEqual([text, text, text]);
  });

  it('every name can be reached', async () => {
    await start('/forecast?of=web');
    const background = page.getByRole('region', { name: 'Background and Foreground' });
    await background.getByText(/^Deleted$/).click();
    await background.getByRole('button', { name: 'Show 11 more' }).click();
    await expect.element(background.getByRole('link', { name: /web-59/ })).toBeVisible();
  });

  it('gives commands to copy and leads to the player', async () => {
    const { address } = await start('/forecast?of=web');
    const orphan = page.getByRole('region', { name: 'Orphan' });
    await orphan.getByText('Commands').click();
    await expect.element(orphan.getByText(/--cascade=orphan/)).toBeVisible();
    await orphan.getByRole('link', { name: 'Step through Orphan' }).click();
    await eventually(() => expect(address()).toBe('/simulate/web?policy=Orphan'));
  });

  it('names the ends that were found where order decides, and the release', async () => {
    await start('/forecast?of=web', { ...FORECAST, policies: [UNDECIDED] });
    const ends = page.getByRole('list', { name: 'Outcomes found' });
    await expect.element(ends.getByText('In 150 of 200 orders')).toBeVisible();
    await expect.element(ends.getByText('left in Terminating:')).toBeVisible();
    await expect.element(ends.getByText('deleted:')).toBeVisible();
    await expect.element(page.getByText('Kubernetes v1.28')).toBeVisible();
  });

  it('says that no other end was found, or that none was looked for', async () => {
    const alike = [{ orders: 24, deleted: [], terminating: [], living: [] }];
    await start('/forecast?of=web', {
      ...FORECAST,
      policies: [
        { ...UNDECIDED, decides: [], outcomes: alike },
        { ...forecastOf('Orphan'), orders: 'untried' },
      ],
    });
    const same = page.getByText(
      'The order does not change the outcome: gcscope simulated 24 orders.',
    );
    await expect.element(same).toBeVisible();
    await expect.element(page.getByText(/does not try orders of so many objects/)).toBeVisible();
  });

  it('is asked for again by frames about what it names only', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { server, live } = await start('/forecast?of=web');
    await expect.element(page.getByRole('region', { name: 'Orphan' })).toBeVisible();
    const stranger = record({ uid: 'stranger', resourceVersion: '1' });
    for (const [changed, asked] of [
      [stranger, 1],
      [{ ...job, resourceVersion: '2' }, 2],
      [{ ...stranger, owners: [ownedBy(job)] }, 3],
    ] as const) {
      server.push({ upserts: [changed], removes: [] });
      await eventually(() => expect(live.store.records.get(changed.uid)).toEqual(changed));
      await vi.advanceTimersByTimeAsync(5000);
      expect(server.requests.get('/api/v1/forecasts')).toBe(asked);
    }
  });

  it('says of an object in deletion for how long, and what the forecast begins with', async () => {
    const going = { ...web, beingDeleted: true, deletionTimestamp: '2020-01-01T00:00:00Z' };
    const server = new FakeServer([going]);
    server.reports.set('/api/v1/forecasts', FORECAST);
    await startApp(server, '/forecast?of=web');
    const targets = page.getByRole('list', { name: 'Objects to be deleted' });
    await expect.element(targets).toHaveTextContent(/terminating.*for \d+y/);
    await expect
      .element(
        page.getByText(
          'It is already being deleted. The forecast begins now, with a further DELETE.',
        ),
      )
      .toBeVisible();
  });

  it('names what is not in the cluster', async () => {
    await start('/forecast?of=web&of=nope');
    const line = page.getByText('1 of the selected objects is not in the cluster: nope.');
    await expect.element(line).toBeVisible();
  });

  it('says so when nothing is chosen', async () => {
    await start('/forecast');
    await expect.element(page.getByText(/No object selected/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Search by name' })).toBeVisible();
  });

  it('leads to the search where no object has the uid', async () => {
    await startApp(new FakeServer([web]), '/forecast?of=nobody');
    await expect
      .element(page.getByRole('heading', { name: 'This deletion cannot be forecast' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Search by name' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Search and commands' })).toHaveFocus();
  });

  it('says while it waits what is computed', async () => {
    const { server } = await start('/forecast?of=web');
    server.holdReports();
    await startApp(server, '/forecast?of=web');
    await expect.element(page.getByText(/^Simulating the deletion with each policy/)).toBeVisible();
    const objects = page.getByRole('list', { name: 'Objects to be deleted' });
    await expect.element(objects.getByRole('link', { name: /web/ })).toBeVisible();
  });

  it('has the way to the player beside the name of the policy, and what is blocked before what is deleted', async () => {
    await start('/forecast?of=web');
    const column = page.getByRole('region', { name: 'Background and Foreground' });
    await expect
      .element(column.getByRole('link', { name: 'Step through Background' }))
      .toBeVisible();
    const orphan = page.getByRole('region', { name: 'Orphan' });
    const link = orphan.getByRole('link', { name: 'Step through Orphan' });
    await expect.element(link).toBeVisible();
    const { top, bottom } = orphan
      .getByRole('heading', { level: 2 })
      .element()
      .getBoundingClientRect();
    const middle = (top + bottom) / 2;
    const box = link.element().getBoundingClientRect();
    expect(box.top < middle && middle < box.bottom).toBe(true);
    expect(document.querySelector('.policy-counts')?.textContent).toMatch(/^1 blocked61 deleted/);
  });
});
