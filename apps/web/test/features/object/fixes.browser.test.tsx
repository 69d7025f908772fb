import { type NodeRecord, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const top = record({ uid: 'top', kind: 'CronJob', apiVersion: 'batch/v1' });
const stranger = record({ uid: 'stranger', namespace: 'elsewhere' });
const wrong = record({
  uid: 'wrong',
  owners: [ownedBy(top)],
  summary: { verdict: 'goes', rule: 'CL-13', wrong: [{ index: 0, finding: 'cross-namespace' }] },
});

describe('the panel of an object with a wrong reference', { timeout: 60_000 }, () => {
  it('shows whole what is wrong with a reference', async () => {
    await startApp(new FakeServer([top, wrong]), '/o/wrong', 1280, 900);
    const sentence = page.getByText('owner in other namespace', { exact: true });
    await expect.element(sentence).toBeVisible();
    const edge = document.querySelector('.panel-body')?.getBoundingClientRect().right ?? 0;
    expect(sentence.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge);
    const findings = page.getByRole('link', { name: 'Show in Findings' });
    await expect
      .element(findings)
      .toHaveAttribute('href', expect.stringMatching(/^\/findings\?.*finding=cross-namespace/));
  });

  it('shows the fix of a wrong reference, with its command', async () => {
    const finding = (object: NodeRecord, command: string): unknown => ({
      id: `${object.uid}`,
      rule: 'cross-namespace',
      severity: 'error',
      object,
      text: say`The reference of ${object} names an owner in another namespace.`,
      effect: say`It is deleted.`,
      rules: ['CL-13'],
      patch: { body: '[]', command, risk: say`It stays without this owner.` },
    });
    const server = new FakeServer([top, wrong]);
    const command = 'kubectl patch pod/wrong -n shop --type=json';
    server.reports.set('/api/v1/audit', {
      findings: [finding(stranger, 'kubectl patch stranger'), finding(wrong, command)],
      objects: 2,
      unread: [],
    });
    await startApp(server, '/o/wrong', 390, 844);
    const fix = page.getByRole('region', { name: 'Fix' });
    await expect.element(fix.getByText(command)).toBeVisible();
    await expect.element(fix).toHaveTextContent('It stays without this owner.');
    await expect.element(fix).not.toHaveTextContent('stranger');
    expect(server.queries.get('/api/v1/audit')).toBe('?namespace=shop&kind=Pod');
    // A flag is whole in a line of any width.
    const code = fix.element().querySelector<HTMLElement>('.command code');
    const flags = [...(code?.querySelectorAll('span') ?? [])];
    expect(flags.map(({ textContent }) => textContent)).toEqual(['-n shop', '--type']);
    for (let width = 60; width <= 340; width += 20) {
      if (code) code.style.cssText = `flex: none; width: ${width}px`;
      for (const flag of flags) expect(flag.getClientRects()).toHaveLength(1);
    }
  });

  it('says once what is wrong with each of two references', async () => {
    const owners = [ownedBy(top), ownedBy(record({ uid: 'q3', kind: 'CopyJob' }))];
    const rules = ['cross-namespace', 'unresolvable'] as const;
    const summary = {
      verdict: 'stays',
      rule: 'CL-03',
      wrong: rules.map((finding, index) => ({ finding, index })),
    } as const;
    const both = record({ uid: 'wrong', owners, summary });
    const texts = [say`A reference cannot cross namespaces.`, say`Nobody serves ${'CopyJob'}.`];
    const server = new FakeServer([top, both]);
    const [first = [], second = []] = texts;
    server.explanations.set('wrong', {
      sentence: say`Stays: nobody serves ${'CopyJob'}.`,
      because: [
        { rule: 'CL-03', text: second, uids: [] },
        { rule: 'CL-13', text: first, uids: [] },
      ],
    });
    server.reports.set('/api/v1/audit', {
      findings: rules.map((rule, at) => ({
        id: rule,
        rule,
        severity: 'error',
        object: both,
        reference: owners[at],
        text: texts[at],
        effect: say`It stays.`,
        rules: ['CL-13'],
        patch: { body: '[]', command: `kubectl patch ${at}`, risk: say`None.` },
      })),
      objects: 2,
      unread: [],
    });
    await startApp(server, '/o/wrong', 1440, 900);
    const fix = page.getByRole('region', { name: 'Fix' });
    await expect.element(fix.getByText('Owner in other namespace: CronJob top')).toBeVisible();
    await expect.element(fix.getByText('Owner kind not served: CopyJob q3')).toBeVisible();
    const panel = document.querySelector('.panel')?.textContent ?? '';
    expect(panel.match(/cannot cross namespaces/g)).toHaveLength(1);
    expect(panel.match(/obody serves/g)).toHaveLength(1);
  });
});
