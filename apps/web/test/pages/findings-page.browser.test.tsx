import { type AuditReport, type Finding, say } from '@gcscope/gc-core/wire';
import { palette } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { onPaper } from '../support/on-paper.ts';
import { press } from '../support/press.ts';
import { record } from '../support/record.ts';
import { type Started, startApp } from '../support/start-app.tsx';

const config = record({ uid: 'config', kind: 'ConfigMap', name: 'flags', namespace: 'shop' });
const claim = record({ uid: 'claim', kind: 'Secret', name: 'token', namespace: 'pay' });

function finding(object: typeof config, more: Partial<Finding>): Finding {
  return {
    id: `${more.rule} ${object.name}`,
    rule: 'dangling',
    severity: 'error',
    object,
    text: say`${{ kind: 'Deployment', namespace: 'shop', name: 'web' }} does not exist.`,
    when: 'restart',
    effect: say`It is deleted when the collector restarts.`,
    rules: ['CL-07'],
    patch: {
      body: '[]',
      command: `kubectl patch ${object.name} --type=json -p '[]'`,
      risk: say`It has no owner afterwards.`,
    },
    ...more,
  };
}

const REPORT: AuditReport = {
  findings: [
    finding(config, { rule: 'dangling' }),
    finding(claim, { rule: 'two-controllers', severity: 'warning', text: say`Two of them.` }),
  ],
  objects: 2,
  unread: ['Widget.example.com'],
};

/** `#rrggbb` as `rgb(r, g, b)`. */
function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
}

/** Starts on a page whose server has also these findings; it reads Namespaces. */
async function start(path: string, more: readonly Finding[] = []): Promise<Started> {
  const server = new FakeServer([config, claim]);
  const kinds = server.health.kinds.map((kind) => ({
    ...{ ...kind, kind: 'Namespace', resource: 'namespaces', state: 'synced' as const },
  }));
  server.health = { ...server.health, kinds };
  const findings = [...REPORT.findings, ...more];
  server.reports.set('/api/v1/audit', { ...REPORT, findings });
  return startApp(server, path, 1380, 900);
}

/** All texts that are copied from now on. */
function clipboard(): readonly string[] {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => void copied.push(text) },
    configurable: true,
  });
  return copied;
}

describe('the page of findings', { timeout: 60_000 }, () => {
  it('says that it ignores the filter of a link that it does not have, but not one that came along', async () => {
    const ignored = page.getByText('This page has no parameter “kind”.');
    const { address } = await start('/findings?kind=Nope');
    await expect.element(ignored).toBeVisible();
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await expect.element(ignored).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Findings' }).click();
    await expect.element(page.getByText(/2 findings in all/)).toBeVisible();
    expect(address()).toBe('/findings?kind=Nope');
    await expect.element(ignored).not.toBeInTheDocument();
  });

  it('is shared by its link, and as the API gives it', async () => {
    await start('/findings');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    const json = page.getByRole('menuitem', { name: 'Open as JSON' });
    await expect.element(json).toHaveAttribute('href', '/api/v1/audit');
  });

  it('says what is wrong, what will happen, by which rule, and how to fix it', async () => {
    await start('/');
    await page.getByRole('link', { name: 'Findings' }).click();
    await expect
      .element(page.getByText(/2 objects checked, 1 with a wrong reference; 2 findings in all\./))
      .toBeVisible();
    await expect.element(page.getByText(/Widget\.example\.com/)).toBeVisible();
    await expect.element(page.getByText('does not exist.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'CL-07' }).first()).toBeVisible();
    await page.getByText('Fix', { exact: true }).first().click();
    await expect.element(page.getByText(/kubectl patch flags/)).toBeVisible();
    await expect.element(page.getByText(/gcscope changes nothing/).first()).toBeVisible();
  });

  it('counts the references that are not verified, and leads to their objects', async () => {
    const summary = { verdict: 'not verified', rule: 'CL-06' } as const;
    const server = new FakeServer([config, { ...claim, summary }]);
    server.reports.set('/api/v1/audit', { ...REPORT, unverified: 1200 });
    const { address } = await startApp(server, '/findings?ns=shop', 1380, 900);
    await expect
      .element(page.getByRole('status').filter({ hasText: 'objects checked' }))
      .toHaveTextContent(
        'in all, 1 shown. 1,200 references are not verified: gcscope has no current data on the kind of the owner.',
      );
    await page.getByRole('link', { name: '1,200 references are not verified' }).click();
    await eventually(() => expect(address()).toBe('/?state=not-verified&view=list'));
    server.reports.set('/api/v1/audit', { ...REPORT, unverified: 0 });
    await startApp(server, '/findings', 1380, 900);
    await expect.element(page.getByText(/2 findings in all/)).toBeVisible();
    await expect.element(page.getByText(/not verified:/)).not.toBeInTheDocument();
  });

  it.each([
    [1440, 1],
    [1920, 1],
    [2560, 2],
  ])('fills a window of %i px: %i cards side by side', async (width, side) => {
    await start('/findings');
    await expect.element(page.getByText('Fix', { exact: true }).first()).toBeVisible();
    await page.viewport(width, 900);
    const cards = [...document.querySelectorAll('.finding')].map((card) =>
      card.getBoundingClientRect(),
    );
    expect(Math.max(...cards.map(({ right }) => right))).toBe(width - 24);
    expect(cards.filter(({ top }) => top === cards[0]?.top)).toHaveLength(side);
  });

  it('shows the fix beside the fault where there is room, and folds it where there is not', async () => {
    const command = page.getByText(/kubectl patch flags/);
    const jobs = ['a', 'b'].map((uid) => finding(record({ uid, kind: 'Job' }), {}));
    await start('/findings', jobs);
    await expect.element(command).not.toBeVisible();
    await page.viewport(1440, 900);
    await expect.element(command).toBeVisible();
    // Commands for several objects stay folded.
    const open = [...document.querySelectorAll('details')].map((fix) => fix.open);
    expect(open).toEqual([true, false, true]);
    const [fault, fix] = ['.finding .report-text', '.finding .command'].map((each) =>
      document.querySelector(each)?.getBoundingClientRect(),
    );
    expect(fix?.left).toBeGreaterThan(fault?.right ?? Number.NaN);
    expect(fix?.top).toBeLessThan(fault?.bottom ?? Number.NaN);
    await page.viewport(1380, 900);
    await expect.element(command).not.toBeVisible();
  });

  it('says what is wrong with a reference in the words of the map, errors in red and warnings in amber', async () => {
    const unserved = finding(config, { rule: 'unresolvable', severity: 'warning' });
    await start('/findings', [unserved]);
    const cards = page.getByRole('list').getByRole('listitem');
    await expect.element(cards.last()).toHaveTextContent('owner kind not served');
    const { red, amber } = palette('light');
    const colours = [...document.querySelectorAll('.finding')].map((card) => [
      getComputedStyle(card).borderLeftColor,
      ...[...card.querySelectorAll('.finding-severity, .severity-sign, .finding-rule')].map(
        (each) => getComputedStyle(each).color,
      ),
    ]);
    const soft = colours[0]?.at(-1);
    expect(colours).toEqual([
      [rgb(red), rgb(red), rgb(red), soft],
      [rgb(amber), rgb(amber), rgb(amber), soft],
      [rgb(amber), rgb(amber), rgb(amber), soft],
    ]);
    expect([rgb(red), rgb(amber)]).not.toContain(soft);
    expect(document.querySelector('.chips')?.textContent).toMatch(
      /^Severity:error 1warning 2Finding:.*Where:in shop 2in pay 1$/,
    );
  });

  it('filters by severity, kind of finding and namespace, in the address', async () => {
    const { address } = await start('/findings');
    await page.getByRole('link', { name: /^warning/ }).click();
    await expect.element(page.getByText(/1 shown/)).toBeVisible();
    expect(address()).toBe('/findings?severity=warning');
    await page.getByRole('link', { name: /^warning/ }).click();
    // The pressed chip stays under the pointer: a second press takes the first one back.
    const missing = page.getByRole('link', { name: /owner is missing/ });
    const { left, top } = missing.element().getBoundingClientRect();
    await missing.click();
    await eventually(() => expect(address()).toBe('/findings?finding=dangling'));
    const chips = (): unknown => document.querySelector('.chips')?.textContent;
    expect(chips()).toBe(
      'Severity:error 1warning 0Finding:owner is missing 1two controllers 1Where:in shop 1',
    );
    expect(missing.element().getBoundingClientRect()).toMatchObject({ left, top });
    await missing.click();
    await page.getByRole('link', { name: /^in pay 1$/ }).click();
    await eventually(() =>
      expect(chips()).toBe(
        'Severity:error 0warning 1Finding:owner is missing 0two controllers 1Where:in pay 1in shop 1',
      ),
    );
  });

  it('says that nothing matches the filters, which they are, also that a namespace does not exist, and shows all again', async () => {
    const { address } = await start('/findings?ns=nowhere');
    const none = 'None of the 2 findings matches the filters. Namespace nowhere does not exist.';
    await expect.element(page.getByText(none)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'in nowhere 0' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all findings' }).click();
    await expect.element(page.getByText('does not exist.')).toBeVisible();
    expect(address()).toBe('/findings');
  });

  it('filters by words in the address, also the objects of a card; on a phone they stay above the button of the filters', async () => {
    const alike = ['one', 'two', 'two'].map((namespace, at) =>
      finding(record({ uid: `f-${at}`, kind: 'Job', name: `j${at}`, namespace }), {}),
    );
    const { address } = await start('/findings', alike);
    await page.viewport(390, 844);
    const field = page.getByRole('searchbox', { name: 'Name, kind, namespace or uid' });
    await field.fill('Job two');
    await eventually(() => expect(address()).toBe('/findings?q=Job%20two'));
    await expect.element(page.getByText('2 Jobs · two')).toBeVisible();
    await expect.element(page.getByText(/, 2 shown\./)).toBeVisible();
    expect(document.querySelectorAll('.report-cards > *')).toHaveLength(1);
    // The button counts the filters chosen behind it; the words stand above.
    const button = page.getByRole('button', { name: 'Filters', exact: true });
    expect(field.element().getBoundingClientRect().bottom).toBeLessThan(
      button.element().getBoundingClientRect().top,
    );
    await field.fill('nothing');
    await expect
      .element(page.getByText('None of the 5 findings matches the filters.'))
      .toBeVisible();
    await expect.element(page.getByText(/0 shown/)).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Show all findings' }).click();
    await eventually(() => expect(address()).toBe('/findings'));
    expect(field.element()).toHaveProperty('value', '');
  });

  it('offers the namespaces with the most findings, and all others by a press that keeps the focus', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      finding(record({ uid: `many-${at}`, name: `many-${at}`, namespace: `team-${at % 30}` }), {
        rule: 'dangling',
      }),
    );
    await start('/findings?ns=pay', many);
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await expect.element(filters.getByRole('link', { name: 'in pay 1' })).toBeVisible();
    expect(filters.getByRole('link', { name: /^in team/ }).all().length).toBe(12);
    const places = filters.getByRole('link', { name: /^in team/ }).elements();
    // Among alike ones numbers count as such, as in the list of filters.
    const first = Array.from({ length: 12 }, (_, at) => `team-${at}`);
    expect(places.flatMap(({ textContent }) => /team-\d+/.exec(textContent) ?? [])).toEqual(first);
    // The filters of a phone are behind a button, which counts the chosen ones; a dozen would fill the screen.
    await page.viewport(390, 844);
    await eventually(() => expect(filters.query()).toBeNull());
    await press(page.getByRole('button', { name: 'Filters 1', exact: true }));
    await eventually(() =>
      expect(filters.getByRole('link', { name: /^in team/ }).all().length).toBe(4),
    );
    const more = filters.getByRole('button', { name: 'Show all of 32 namespaces' });
    window.dispatchEvent(new Event('beforeprint'));
    expect(filters.getByRole('button').query()).toBeNull();
    expect(filters.element().textContent).toMatch(/13 of 32 namespaces shown$/);
    window.dispatchEvent(new Event('afterprint'));
    await press(more);
    await eventually(() =>
      expect(filters.getByRole('link', { name: /^in team/ }).all().length).toBe(30),
    );
    expect(document.activeElement?.textContent).toBe('Show fewer namespaces');
  });

  it('has one card for what one chart did in many namespaces, with its objects and a command for each', async () => {
    const alike = Array.from({ length: 108 }, (_, at) =>
      finding(
        record({
          ...{ uid: `f-${at}`, kind: 'ConfigMap', namespace: `team-${at}` },
          ...{ name: at === 1 ? '<img src=x>' : at === 2 ? '__proto__' : `feature-flags-${at}` },
        }),
        {
          rule: 'stale-uid',
          text: say`${{ kind: 'Deployment', namespace: '', name: `web-${at}` }} is new.`,
        },
      ),
    );
    const copied = clipboard();
    await start('/findings', alike);
    // The words and the badge count findings and objects, not cards.
    await expect
      .element(page.getByText(/109 with a wrong reference; 110 findings in all/))
      .toBeVisible();
    expect(document.querySelectorAll('.report-cards > *')).toHaveLength(3);
    const card = page.getByRole('listitem').filter({ hasText: '108 ConfigMaps' });
    await expect
      .element(card)
      .toHaveTextContent(
        /^error… 108 ConfigMaps · 108 namespacesowner was replaced108 ConfigMaps name an owner that has another uid\.Each ConfigMap/,
      );
    const objects = card.getByRole('list', { name: 'Where it is wrong' });
    const rows = (): readonly (string | null)[] =>
      [...objects.element().children].map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      'feature-flags-0 ConfigMap · team-0Deployment web-0 is new.',
      '<img src=x> ConfigMap · team-1Deployment web-1 is new.',
      '__proto__ ConfigMap · team-2Deployment web-2 is new.',
      'feature-flags-3 ConfigMap · team-3Deployment web-3 is new.',
      'feature-flags-4 ConfigMap · team-4Deployment web-4 is new.',
      'feature-flags-5 ConfigMap · team-5Deployment web-5 is new.',
    ]);
    await expect.element(card.getByText('6 of 108 ConfigMaps shown.')).toBeVisible();
    await card.getByText('Fix', { exact: true }).click();
    const commands = (): number => card.element().querySelectorAll('.command').length;
    expect(commands()).toBe(6);
    // Before the commands.
    const first = card.element().querySelector('.report-advice .command, .report-advice .wraps');
    expect(first?.textContent).toBe('Copy all 108 commands6 of them shown.');
    await expect.element(card.getByText(/kubectl patch <img src=x>/)).toBeVisible();
    await card.getByRole('button', { name: 'Copy all 108 commands' }).click();
    expect(copied[0]?.split('\n')).toHaveLength(108);
    await card.getByRole('button', { name: 'Show 100 more' }).click();
    await eventually(() => expect(rows()).toHaveLength(106));
    expect(commands()).toBe(106);
    const restore = onPaper();
    expect(getComputedStyle(card.element()).breakInside).toBe('auto');
    restore();
  });

  it('copies the commands of those objects of a card that match the filters', async () => {
    const copied = clipboard();
    const alike = ['one', 'two', 'two'].map((namespace, at) =>
      finding(record({ uid: `f-${at}`, kind: 'Job', name: `j${at}`, namespace }), {}),
    );
    await start('/findings', alike);
    const card = page.getByRole('listitem').filter({ hasText: '3 Jobs · 2 namespaces' });
    await card.getByText('Fix', { exact: true }).click();
    await page.getByRole('link', { name: 'in two 2' }).click();
    // The card stays, and what is open of it.
    await expect.element(page.getByText('2 Jobs · two')).toBeVisible();
    await page.getByRole('button', { name: 'Copy all 2 commands' }).click();
    expect(copied).toEqual([
      ['j1', 'j2'].map((name) => `kubectl patch ${name} --type=json -p '[]'`).join('\n'),
    ]);
  });

  it('says of a card how many findings are on how many objects, if an object has several', async () => {
    const job = record({ uid: 'job', kind: 'Job', name: 'j', namespace: 'shop' });
    const twice = ['a', 'b'].map((id) => ({ ...finding(job, {}), id }));
    await start('/findings', twice);
    await expect.element(page.getByText('2 findings on 1 Job · shop')).toBeVisible();
  });

  it('lists the objects of a card by their namespaces, numbers as such', async () => {
    const places = ['team-120', 'team-24', 'team-9'];
    const alike = places.map((namespace) => finding(record({ uid: namespace, namespace }), {}));
    await start('/findings', alike);
    const card = page.getByRole('listitem').filter({ hasText: 'team-120' }).first();
    await expect.element(card).toHaveTextContent(/team-9.*team-24.*team-120/);
  });

  it('draws the first hundred, counts the others, and draws them at a press', async () => {
    const findings = Array.from({ length: 128 }, (_, at) =>
      finding(record({ uid: `many-${at}`, kind: `Kind${at}` }), {}),
    );
    await start('/findings', findings);
    const cards = (): number => document.querySelectorAll('.report-cards > *').length;
    await expect.element(page.getByText('100 of 130 cards shown.')).toBeVisible();
    expect(cards()).toBe(100);
    await page.getByRole('button', { name: 'Show 30 more' }).click();
    await eventually(() => expect(cards()).toBe(130));
    expect(page.getByText(/of 130 cards/).query()).toBeNull();
  });
});
