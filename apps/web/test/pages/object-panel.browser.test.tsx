import { code, type NodeRecord, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clickCard } from '../support/click-card.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { onPaper } from '../support/on-paper.ts';
import { press } from '../support/press.ts';
import { ownedBy, record } from '../support/record.ts';
import { shopWorld } from '../support/shop-world.ts';
import { cardsOnMap, startApp } from '../support/start-app.tsx';

const top = record({ uid: 'top', kind: 'CronJob', apiVersion: 'batch/v1' });
const stranger = record({ uid: 'stranger', namespace: 'elsewhere' });

/** Texts of the panel that end in an ellipsis, and that no title shows whole. */
function cutInPanel(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('.panel *')]
    .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .filter(({ title, textContent }) => title !== textContent)
    .map(({ textContent }) => textContent ?? '');
}

describe('the panel of an object', { timeout: 60_000 }, () => {
  it('[NS-08] of a Namespace in deletion says what is left in it, with links, and draws it', async () => {
    const namespace = record({
      uid: 'shop',
      kind: 'Namespace',
      namespace: '',
      name: 'shop',
      beingDeleted: true,
    });
    const held = record({ uid: 'held', kind: 'ConfigMap', namespace: 'shop', beingDeleted: true });
    const server = new FakeServer([namespace, held, stranger]);
    const keptBy = say`Waits for finalizer example.com/hold.`;
    server.reports.set('/api/v1/terminating', {
      objects: [
        {
          object: namespace,
          state: 'blocked',
          chain: [],
          rootCauses: [],
          misleading: [],
          left: { total: 1, objects: [{ object: held, state: 'blocked', keptBy }] },
        },
      ],
      unread: [],
    });
    const { address } = await startApp(server, '/o/shop');
    await eventually(() => expect(cardsOnMap()).toEqual(['held', 'shop']));
    const left = page.getByRole('region', { name: /Objects left in this Namespace/ });
    await expect.element(left).toHaveTextContent('Waits for finalizer example.com/hold.');
    await expect.element(left).toHaveTextContent(/^Objects left in this Namespace at least 1/);
    const missing = 'Objects of 1 kind that could not be read are missing here.';
    await expect.element(left).toHaveTextContent(missing);
    await left.getByRole('link', { name: 'held' }).click();
    await eventually(() => expect(address()).toBe('/o/held'));
  });

  it.each([
    [
      true,
      /^Objects left in this Namespace ?Nothing among the objects read\. ?Objects of 1 kind that/,
    ],
    [false, /^Objects left in this Namespace 0 ?Nothing\.$/],
  ])('[NS-14] a Namespace seems empty: kinds of it are unread: %s', async (namespaced, text) => {
    const place = { kind: 'Namespace', namespace: '', name: 'shop' };
    const namespace = record({ uid: 'shop', ...place, beingDeleted: true });
    const server = new FakeServer([namespace]);
    const kinds = server.health.kinds.map((each) => ({ ...each, namespaced }));
    server.health = { ...server.health, kinds };
    const rest = { chain: [], rootCauses: [], misleading: [], left: { total: 0, objects: [] } };
    const objects = [{ object: namespace, state: 'slow', ...rest }];
    server.reports.set('/api/v1/terminating', { objects, unread: [] });
    await startApp(server, '/o/shop');
    const left = page.getByRole('region', { name: /Objects left in this Namespace/ });
    await expect.element(left).toHaveTextContent(text);
  });

  it('of what is not verified, leads to the kinds that cannot be read, in line with the reasons', async () => {
    const server = new FakeServer([top]);
    server.explanations.set('top', {
      verdict: 'not verified',
      sentence: say`Not verified: Secrets may not be listed.`,
      because: [{ rule: 'CL-06', text: say`You may not list this kind.`, uids: [] }],
      unread: ['Secret'],
    });
    const { address } = await startApp(server, '/o/top');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    const link = verdict.getByRole('link', { name: 'All kinds that gcscope cannot read' });
    const leftOf = (element: Element | null | undefined): number => {
      const range = document.createRange();
      range.selectNodeContents(element ?? document.body);
      return range.getBoundingClientRect().left;
    };
    await expect.element(link).toBeVisible();
    expect(leftOf(link.element())).toBe(leftOf(document.querySelector('.because li')));
    expect(verdict.element().textContent?.match(/Secret/g)).toHaveLength(1);
    await link.click();
    await expect.element(page.getByRole('dialog', { name: /1 unread/ })).toBeVisible();
    expect(address()).toBe('/o/top?show=kinds');
  });

  it('says at once that a server which does not answer keeps the reasons back; they come by themselves', async () => {
    const server = new FakeServer([top]);
    await startApp(server, '/', 1280, 900);
    await eventually(() => expect(cardsOnMap()).toEqual(['top']));
    server.unreachable = true;
    await clickCard('top');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect.element(verdict).toHaveTextContent(/gcscope server does not answer/);
    const actions = verdict.element().querySelector('.actions')?.getBoundingClientRect();
    const fault = verdict.getByText(/does not answer/).element();
    expect(fault.getBoundingClientRect().top).toBeGreaterThan((actions?.bottom ?? 0) + 4);
    // The panel fades as the map does.
    document.querySelector('.shell')?.setAttribute('data-stale', '');
    const [map, panel] = ['.stage', '.panel'].map((part) => document.querySelector(part));
    if (!map || !panel) throw new Error('There is no panel.');
    expect(getComputedStyle(panel).filter).toBe(getComputedStyle(map).filter);
    document.querySelector('.shell')?.removeAttribute('data-stale');
    server.unreachable = false;
    await expect.element(verdict).toHaveTextContent('Stays, because CronJob shop/top has version');
    await expect.element(verdict).not.toHaveTextContent(/does not answer/);
  });

  it('has a panel whose width the keyboard changes, and the address keeps', async () => {
    const { address } = await startApp(new FakeServer([top]), '/o/top', 1280, 900);
    const line = page.getByRole('separator', { name: 'Width of the panel' });
    await expect.element(line).toBeVisible();
    const panel = document.querySelector('.panel');
    const before = panel?.getBoundingClientRect().width ?? 0;
    await press(line, '{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await eventually(() => expect(address()).toBe('/o/top?panel=39'));
    expect(panel?.getBoundingClientRect().width).toBeGreaterThan(before);
  });

  it('has a panel whose edge a pointer drags, and the address keeps its width', async () => {
    const { address } = await startApp(new FakeServer([top]), '/o/top', 1280, 900);
    const line = page.getByRole('separator', { name: 'Width of the panel' });
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(line).toBeVisible();
    const edge = (): number => panel.element().getBoundingClientRect().left;
    const { left } = page.getByRole('main').element().getBoundingClientRect();
    for (const x of [640, 900]) {
      const position = { x: x - left, y: 400 };
      await userEvent.dragAndDrop(line, page.getByRole('main'), { targetPosition: position });
      expect(Math.abs(edge() - x)).toBeLessThan(10);
      await eventually(() =>
        expect(address()).toBe(`/o/top?panel=${line.element().getAttribute('aria-valuenow')}`),
      );
    }
  });

  it('of an owner whose kind and name have thousands of letters says first what it is', async () => {
    const endless = { kind: `K${'ind'.repeat(3333)}`, name: 'n'.repeat(20_000) };
    const owner = record({ ...endless, uid: 'owner', virtual: true });
    const server = new FakeServer([owner]);
    await startApp(server, '/o/owner', 390, 844);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('nnn…nnn');
    await expect.element(page.getByText(/^Kind.*…/).first()).toBeVisible();
    await expect.element(page.getByTitle(endless.kind).first()).toBeVisible();
    await expect.element(page.getByTitle(endless.name).first()).toBeVisible();
    const { bottom } = page
      .getByText('never seen', { exact: true })
      .element()
      .getBoundingClientRect();
    expect(bottom).toBeLessThan(400);
  });

  it('of an owner that was never seen claims nothing', async () => {
    const owner = record({ uid: 'owner', virtual: true });
    await startApp(new FakeServer([owner]), '/o/owner');
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(panel).toHaveTextContent(/Age\s*unknown\s*Finalizers\s*unknown/);
    await expect
      .element(panel.getByText('Unknown: gcscope has never seen the object itself.'))
      .toBeVisible();
  });

  it('the states of a dependent stand below its name, which keeps its line', async () => {
    const summary = {
      verdict: 'goes',
      rule: 'CL-13',
      when: 'now',
      wrong: [{ index: 0, finding: 'dangling' }],
    } as const;
    const name = 'feature-flags';
    const server = new FakeServer([
      top,
      record({ uid: 'low', name, owners: [ownedBy(top)], summary }),
    ]);
    await startApp(server, '/o/top', 390, 844);
    const row = page.getByRole('complementary', { name: 'Object' }).getByRole('link', { name });
    await expect.element(row).toHaveTextContent(/wrong reference/);
    const [label, state] = ['.relative-name', '.state-word'].map((part) =>
      row.element().querySelector(part)?.getBoundingClientRect(),
    );
    expect(label?.height).toBeLessThan(30);
    expect(state?.top).toBeGreaterThanOrEqual(label?.bottom ?? Number.NaN);
    // The names of rows with and without states begin equally far below the line above them.
    server.push({ upserts: [record({ uid: 'calm', owners: [ownedBy(top)] })], removes: [] });
    await expect.element(page.getByRole('link', { name: 'calm' })).toBeVisible();
    const heads = [...document.querySelectorAll('.relative')].map((each) => {
      const name = each.querySelector('.relative-name')?.getBoundingClientRect();
      return (name?.top ?? Number.NaN) - each.getBoundingClientRect().top;
    });
    expect(heads).toHaveLength(2);
    expect(heads[0]).toBeCloseTo(heads[1] ?? Number.NaN, 1);
  });

  it('counts apart what names it as owner from another namespace, and says where that is', async () => {
    const owner = record({ uid: 'web', kind: 'Deployment', apiVersion: 'apps/v1' });
    const near = record({ uid: 'near', owners: [ownedBy(owner)] });
    const far = ['a', 'b'].map((namespace) =>
      record({ uid: namespace, name: 'export-token', namespace, owners: [ownedBy(owner)] }),
    );
    const renamed = record({ uid: 'renamed', owners: [{ ...ownedBy(owner), name: 'wbe' }] });
    const server = new FakeServer([owner, near, ...far, renamed]);
    await startApp(server, '/o/web', 1440, 900);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(panel.getByRole('heading', { name: 'Dependents 1' })).toBeVisible();
    const apart = panel.getByRole('heading', {
      name: /^3 objects wrongly name this object as owner/,
    });
    await expect.element(apart).toBeVisible();
    const names = [...document.querySelectorAll('.panel .relative-name')];
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'near',
      'a/export-token',
      'b/export-token',
      'renamed',
    ]);
    await expect.element(panel.getByRole('link', { name: 'DM-10' })).toBeVisible();
    const text = (): string | null => panel.element().textContent;
    expect(text()).toContain('does not find this object there');
    server.push({ upserts: [], removes: ['a', 'b'] });
    await expect.element(panel.getByRole('heading', { name: /^1 object wrongly/ })).toBeVisible();
    expect(text()).toContain('does not find this object there');
    // The verdict says what that means.
    expect(text()).toContain('Owners 0None.Dependents');
  });

  it('of a cluster-scoped owner, the dependents are its own in any namespace', async () => {
    const node = record({ uid: 'node', kind: 'Node', namespace: '' });
    const pod = record({ uid: 'pod', owners: [ownedBy(node)] });
    await startApp(new FakeServer([node, pod]), '/o/node', 1440, 900);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(panel.getByRole('link', { name: 'shop/pod' })).toBeVisible();
    await expect.element(panel.getByText(/Also named/)).not.toBeInTheDocument();
  });

  it('of what blocks a deletion, says a chain once and what to do next before anything else', async () => {
    const held = record({ uid: 'held', beingDeleted: true, finalizers: ['example.com/hold'] });
    const text = say`${held} has the finalizer ${code('example.com/hold')}, which nobody removes.`;
    const server = new FakeServer([held]);
    server.explanations.set('held', {
      verdict: 'waits',
      sentence: say`Waits for finalizer ${code('example.com/hold')}.`,
      because: [{ rule: 'API-35', text, uids: ['held'] }],
    });
    const cause = { type: 'finalizer', state: 'blocked', object: held, text, rules: ['API-35'] };
    const command = 'kubectl get pod/held -o yaml';
    const advice = [{ text: say`Look at it.`, command, risk: say`None.` }];
    server.reports.set('/api/v1/terminating', {
      objects: [
        {
          object: held,
          state: 'blocked',
          chain: [{ object: held, waitsFor: text, rule: 'API-35' }],
          rootCauses: [{ ...cause, advice }],
          misleading: [],
        },
      ],
      unread: [],
    });
    await startApp(server, '/o/held', 1280, 900);
    await expect.element(page.getByText(command)).toBeVisible();
    const words = document.querySelector('.panel')?.textContent ?? '';
    expect(words.match(/which nobody removes/g)).toHaveLength(1);
    expect(document.querySelectorAll('.panel .wait-chain')).toHaveLength(0);
    // The object's deletion is under way: the next step comes before another simulated deletion.
    const parts = document.querySelectorAll('.panel .verdict, .panel .actions, .panel .advice');
    const order = [...parts].map(({ classList: [name] }) => name);
    expect(order).toEqual(['verdict', 'advice', 'actions']);
  });

  it('its command stands on one sheet of paper, below its heading', async () => {
    await startApp(new FakeServer([top]), `/o/${top.uid}`, 1280, 900);
    await expect.element(page.getByText(/^kubectl get/)).toBeVisible();
    const restore = onPaper();
    const section = page
      .getByText(/^kubectl get/)
      .element()
      .closest('section') as Element;
    expect(getComputedStyle(section).breakInside).toBe('avoid');
    restore();
  });

  it('has its command once it is known to which cluster it goes', async () => {
    const server = new FakeServer([top]);
    server.kubectl = ['--context', 'big'];
    let send = (): void => {};
    server.held = new Promise((resolve) => {
      send = resolve;
    });
    await startApp(server, `/o/${top.uid}`);
    await expect.element(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
    await expect.element(page.getByText('kubectl')).not.toBeInTheDocument();
    send();
    await expect.element(page.getByText(/^kubectl --context big get/)).toBeVisible();
  });

  it('has no command for a kind that is not served, and says why', async () => {
    const server = new FakeServer([top]);
    server.unserved.add(top.kind);
    await startApp(server, `/o/${top.uid}`);
    const why = 'None: the API server does not serve CronJob in batch/v1';
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(page.getByText('kubectl get')).not.toBeInTheDocument();
  });

  it('shows the rule of a reason that the verdict repeats beside it, and the reason once', async () => {
    const server = new FakeServer([top]);
    const text = say`The API server does not serve Cart.`;
    server.explanations.set(top.uid, {
      verdict: 'stays',
      sentence: say`Stays: the API server does not serve Cart.`,
      because: [{ rule: 'CL-03', text, uids: [top.uid] }],
    });
    await startApp(server, `/o/${top.uid}`);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect.element(verdict.getByRole('link', { name: 'CL-03' })).toBeVisible();
    expect(verdict.element().textContent?.match(/does not serve Cart/g)).toHaveLength(1);
  });

  it('has its actions right after the verdict, before the reasons', async () => {
    await startApp(new FakeServer([top, record({ uid: 'one', owners: [ownedBy(top)] })]), '/o/one');
    await expect.element(page.getByRole('link', { name: 'Forecast delete' })).toBeVisible();
    await expect.element(page.getByText('exists.')).toBeVisible();
    const parts = document.querySelectorAll('.panel .verdict, .panel .actions, .panel .because');
    expect([...parts].map(({ classList: [name] }) => name)).toEqual([
      'verdict',
      'actions',
      'because',
    ]);
    const [verdict, actions] = parts;
    expect(actions?.previousElementSibling).toBe(verdict);
  });

  it.each([390, 1440])(
    'of an object in deletion begins all its lines at one edge, at %i px',
    async (width) => {
      await startApp(new FakeServer([record({ uid: 'one', beingDeleted: true })]), '/o/one', width);
      const forecast = page.getByRole('link', { name: 'Forecast delete' });
      await expect.element(forecast).toBeVisible();
      const left = page
        .getByRole('heading', { name: /^Owners/ })
        .element()
        .getBoundingClientRect().left;
      const simulate = page.getByRole('button', { name: 'Simulate delete…' }).element();
      expect(simulate.getBoundingClientRect().left).toBe(left);
    },
  );

  it('cuts no text off', async () => {
    const world = shopWorld();
    const find = (kind: string, name: string): NodeRecord => {
      const found = world.find((each) => each.kind === kind && each.name === name);
      if (!found) throw new Error(`The shop has no ${kind} ${name}.`);
      return found;
    };
    const owner = find('StatefulSet', 'postgres');
    const longest = record({
      uid: 'longest',
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      name: 'n'.repeat(253),
      namespace: owner.namespace,
      owners: [ownedBy(owner)],
    });
    for (const path of [
      owner.uid,
      longest.uid,
      find('Pod', 'postgres-2').uid,
      find('ReplicaSet', 'recommendations-6f8d9c7b5').uid,
      find('ConfigMap', 'ledger-overrides').uid,
      `${owner.uid}?sel=${'u'.repeat(253)}`,
    ]) {
      await startApp(new FakeServer([...world, longest]), `/o/${path}`, 1280, 900);
      await eventually(() =>
        expect(document.querySelector('.panel')?.textContent).toMatch(/Finalizers|was ever seen/),
      );
      expect({ path, cut: cutInPanel() }).toEqual({ path, cut: [] });
    }
  });
});
