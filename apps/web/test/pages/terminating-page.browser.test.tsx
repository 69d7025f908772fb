import {
  type Advice,
  code,
  type NodeRecord,
  type ReportedCause,
  say,
  type TerminatingObject,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { press } from '../support/press.ts';
import { record } from '../support/record.ts';
import { type Started, startApp } from '../support/start-app.tsx';

const space = record({ uid: 'space', kind: 'Namespace', name: 'preview', namespace: '' });
const copy = record({ uid: 'copy', kind: 'Database', name: 'orders', namespace: 'preview' });

const REPORT: TerminatingReport = {
  objects: [
    {
      object: space,
      since: '2026-11-21T09:00:00Z',
      state: 'blocked',
      blockedBy: 'Database preview/orders, finalizer example.com/backup',
      chain: [{ object: space, waitsFor: say`Waits for ${copy}.`, rule: 'NS-08' }],
      rootCauses: [
        {
          type: 'finalizer',
          state: 'blocked',
          object: copy,
          text: say`${copy} has the finalizer ${code('example.com/backup')}, which nobody removes.`,
          rules: ['API-35'],
          advice: [
            {
              text: say`Look at it.`,
              command: 'kubectl get databases',
              risk: say`None. The command only reads.`,
              reads: true,
            },
          ],
        },
      ],
      misleading: [{ type: 'NamespaceContentRemaining', rule: 'NS-11', text: say`It says 2.` }],
    },
  ],
  unread: [],
};

const pod = record({ uid: 'pod', kind: 'Pod', name: 'web', namespace: 'shop' });

/** Advice that changes the Secret of that name. */
function removal(name: string): Advice {
  return {
    text: say`Remove the finalizer yourself.`,
    command: `kubectl patch secrets/${name}`,
    risk: say`The finalizer's work is then not done.`,
  };
}

const [first] = REPORT.objects;
const [onlyCause] = first?.rootCauses ?? [];
if (!first || !onlyCause) throw new Error('The report is empty.');
const [blocked, cause] = [first, onlyCause];

function secrets(count: number): NodeRecord[] {
  return Array.from({ length: count }, (_, at) =>
    record({ uid: `held-${at}`, kind: 'Secret', name: `h${at}`, namespace: 'preview' }),
  );
}

/** A deletion that only this cause blocks. */
function deletionOf(object: NodeRecord, by: ReportedCause): TerminatingObject {
  return { ...blocked, object, chain: [], misleading: [], rootCauses: [by] };
}

/** The finalizer example.com/gone on an object. */
function finalizerOn(object: NodeRecord, advice = removal(object.name)): ReportedCause {
  const text = say`${object} has ${code('example.com/gone')}, which nobody removes.`;
  return { ...cause, object, text, advice: [advice] };
}

/** Starts on a page whose server answers with this report. */
function start(report: object = REPORT, path = '/terminating'): Promise<Started> {
  const server = new FakeServer([space, copy, pod]);
  server.reports.set('/api/v1/terminating', report);
  return startApp(server, path);
}

describe('the page of what is being deleted', { timeout: 60_000 }, () => {
  it('on a phone, a button opens the filters and counts those that are set', async () => {
    await start({ objects: [first, deletionOf(pod, cause)], unread: [] }, '/terminating?kind=Pod');
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await expect.element(filters.getByRole('link', { name: 'Pod 1' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Filters/ }).query()).toBeNull();
    await page.viewport(390, 844);
    const button = page.getByRole('button', { name: 'Filters 1', exact: true });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    expect(filters.query()).toBeNull();
    await press(button);
    await expect.element(filters.getByRole('link', { name: 'Pod 1' })).toBeVisible();
    await press(button);
    await eventually(() => expect(filters.query()).toBeNull());
  });

  it('says that the only cause does not match', async () => {
    await start(REPORT, '/terminating?cause=kubelet');
    await expect
      .element(page.getByText('The only cause does not match the filters.'))
      .toBeVisible();
  });

  it('[NS-11] leads from a cause to the deletions that it blocks, with the next command and its risk', async () => {
    const { address } = await start(REPORT, '/');
    await page.getByRole('link', { name: /^Terminating/ }).click();
    await expect
      .element(page.getByText('1 object is being deleted, and is blocked. 1 cause blocks it.'))
      .toBeVisible();
    const main = page.getByRole('main');
    await expect.element(main.getByText('1 deletion waits for it')).toBeVisible();
    await expect.element(main.getByText('example.com/backup')).toBeVisible();
    await main.getByText('What to do next').click();
    await expect.element(main.getByText('kubectl get databases')).toBeVisible();
    await expect.element(main.getByText(/Risk: None/)).toBeVisible();
    const held = page.getByRole('list', { name: 'Deletions that this cause blocks' });
    await expect.element(held.getByRole('link', { name: /^preview Namespace/ })).toBeVisible();
    await expect.element(held.getByText('NamespaceContentRemaining')).toBeVisible();
    await main.getByRole('link', { name: 'preview/orders' }).first().click();
    await eventually(() => expect(address()).toBe('/o/copy'));
  });

  it('[FG-02] names what waits, from the second link of a chain on', async () => {
    const chain = [
      { object: pod, waitsFor: say`Waits for ${space}.`, rule: 'FG-02' },
      { object: space, waitsFor: say`Waits for ${copy}.`, rule: 'NS-08' },
    ];
    const report = { ...REPORT, objects: [{ ...first, object: pod, chain }] };
    await start(report);
    const links = page.getByRole('list', { name: 'What waits for what' }).getByRole('listitem');
    await expect.element(links.nth(0)).toHaveTextContent('Waits for Namespace preview. FG-02');
    await expect
      .element(links.nth(1))
      .toHaveTextContent('Namespace preview waits for Database preview/orders. NS-08');
  });

  it('has one card for each cause, the worst first, and filters in the address', async () => {
    const database = deletionOf(copy, cause);
    const slow = { type: 'kubelet', state: 'slow', object: pod } as const;
    const ending = { ...deletionOf(pod, { ...cause, ...slow }), state: 'slow' };
    const { address } = await start({ objects: [ending, first, database], unread: [] });
    const cards = (): string[] =>
      [...document.querySelectorAll('.terminating-row > header')].map(
        (each) => each.textContent ?? '',
      );
    await eventually(() =>
      expect(cards()).toEqual([
        expect.stringMatching(/^blocked.*orders.*for \d+d1 other deletion waits for it$/),
        expect.stringMatching(/^terminatingweb\D*for \d+d$/),
      ]),
    );
    // The head of a card names the object with the cause.
    const held = page.getByRole('list', { name: 'Deletions that this cause blocks' });
    expect(held.elements()).toHaveLength(1);
    expect(
      [...held.element().children].map((each) => each.querySelector('a')?.getAttribute('href')),
    ).toEqual(['/o/space']);
    // Objects, as on the map.
    expect(document.querySelector('.chips')?.textContent).toBe(
      'State:blocked 2terminating 1Cause:finalizer 2kubelet 1Kind:Database 1Namespace 1Pod 1Where:in preview 2in shop 1',
    );
    // Not all of them block.
    await expect.element(page.getByText(/2 causes block or delay them\./)).toBeVisible();
    await page.getByRole('link', { name: 'kubelet 1' }).click();
    await eventually(() => expect(cards()).toHaveLength(1));
    await expect
      .element(page.getByText(/2 of them blocked\. 1 matches the filters\. 1 cause delays it\.$/))
      .toBeVisible();
    expect(address()).toBe('/terminating?cause=kubelet');
    // Nothing in another namespace waits for a kubelet.
    expect(document.querySelector('.chips')?.textContent).toBe(
      'State:blocked 0terminating 1Cause:finalizer 2kubelet 1Kind:Pod 1Where:in shop 1',
    );
    await page.getByRole('link', { name: 'finalizer 2' }).click();
    await page.getByRole('link', { name: 'in preview 2' }).click();
    await eventually(() =>
      expect(document.querySelector('.chips')?.textContent).toMatch(
        /Cause:finalizer 2kubelet 0Kind:Database 1Namespace 1Where:in preview 2in shop 1$/,
      ),
    );
    await page.getByRole('link', { name: 'finalizer 2' }).click();
    await expect.element(page.getByText('None of the 2 causes matches the filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all causes' }).click();
    await eventually(() => expect(cards()).toHaveLength(2));
    await page.getByRole('link', { name: 'blocked 2' }).click();
    await eventually(() => expect(cards()).toEqual([expect.stringMatching(/^blocked.*orders/)]));
  });

  it('says why there are more causes than objects', async () => {
    const more = ['a', 'b'].map((uid) => ({
      ...cause,
      object: record({ uid }),
      text: say`It has ${code(`example.com/${uid}`)}.`,
    }));
    const several = { ...first, rootCauses: [cause, ...more] };
    await start({ objects: [several], unread: [] });
    await expect.element(page.getByText(/and is blocked\. 3 causes block it\.$/)).toBeVisible();
    // The chain leads to the first cause.
    expect(page.getByRole('list', { name: 'What waits for what' }).elements()).toHaveLength(1);
    const objects = [several, { ...first, object: pod }];
    await start({ objects, unread: [] });
    const sentence = /blocked\. 3 causes block them\. Some objects have several causes\.$/;
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  it('counts no causes where none is known', async () => {
    const ending = { ...first, state: 'slow', rootCauses: [], misleading: [] };
    await start({ objects: [ending], unread: [] });
    const said = page.getByText(/^1 object is being deleted, and is not blocked\.$/);
    await expect.element(said).toBeVisible();
    await expect.element(page.getByText(/\b0 causes/)).not.toBeInTheDocument();
  });

  it('says how many objects are being deleted, and how many of them it lists', async () => {
    const unlisted = { objects: 94_999, blocked: 90_000 };
    await start({ ...REPORT, unlisted });
    const said = page.getByText(
      '95,000 objects are being deleted, 90,001 of them blocked. The list has 1 of them, blocked ones first.',
      { exact: true },
    );
    await expect.element(said).toBeVisible();
    const entry = page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Terminating/ });
    await expect.element(entry).toHaveTextContent('95,000');
  });

  it('says what to do where nothing is being deleted', async () => {
    const { address } = await start({ objects: [], unread: [] });
    await expect.element(page.getByText('No object is being deleted.')).toBeVisible();
    await expect.element(page.getByText(/press “Forecast delete”/)).toBeVisible();
    await page.getByRole('link', { name: 'Open the map' }).click();
    await eventually(() => expect(address()).toBe('/'));
  });

  it('has the commands for the objects that it shows; a button shows more objects and moves the focus to the first of them', async () => {
    const objects = secrets(12).map((each) => deletionOf(each, finalizerOn(each)));
    await start({ objects, unread: [] });
    await page.getByText('What to do next').click();
    await expect.element(page.getByText('5 of them shown.')).toBeVisible();
    const commands = (): number => document.querySelectorAll('.advice .command').length;
    expect(commands()).toBe(5);
    // Beside each other there is no room for the words and the button.
    await page.viewport(390, 844);
    const button = page.getByRole('button', { name: 'Show 7 more' }).element();
    expect(button.scrollHeight).toBeLessThanOrEqual(button.clientHeight);
    await press(page.getByRole('button', { name: 'Show 7 more' }));
    await eventually(() => expect(commands()).toBe(12));
    await expect.element(page.getByText('5 of them shown.')).not.toBeInTheDocument();
    // An element that is removed with the focus gives it on with the next frame or two.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(document.activeElement?.getAttribute('href')).toBe('/o/held-5');
  });

  it('has one card for a finalizer on several objects, with the commands for each', async () => {
    const held = secrets(7);
    const causes = held.map((each) => finalizerOn(each));
    const objects = held.map((each) => deletionOf(each, finalizerOn(each)));
    const container = { ...first, rootCauses: [...causes, cause] };
    await start({ objects: [...objects, container], unread: [] });
    const sentence = /blocked\. 2 causes block them\.$/;
    await expect.element(page.getByText(sentence)).toBeVisible();
    const cards = document.querySelectorAll('.terminating-row');
    expect([...cards].map((each) => each.querySelector('header')?.textContent)).toEqual([
      expect.stringMatching(/^blockedexample\.com\/gonefor \d+d1 other deletion waits for them$/),
      expect.stringMatching(/^blocked.*orders/),
    ]);
    await expect
      .element(
        page.getByText(
          /^The finalizer example\.com\/gone on 7 Secrets blocks Namespace preview, which nobody removes\./,
        ),
      )
      .toBeVisible();
    const withIt = page.getByRole('list', { name: 'Objects with the finalizer' });
    expect(withIt.element().children).toHaveLength(5);
    // Said once, with the command for each.
    const card = page.getByRole('listitem').filter({ hasText: 'example.com/gone' }).first();
    expect(card.getByText('What to do next').elements()).toHaveLength(1);
    await card.getByText('What to do next').click();
    await expect.element(card.getByText('kubectl patch secrets/h1')).toBeVisible();
    expect(card.getByText('Remove the finalizer yourself.').elements()).toHaveLength(1);
    // The button stands before the commands, of which five are shown.
    const copy = card.getByRole('button', { name: 'Copy all 7 commands' }).element();
    expect(copy.parentElement?.nextElementSibling?.className).toBe('command');
    await page.getByRole('button', { name: 'Show 2 more' }).click();
    await eventually(() => expect(withIt.element().children).toHaveLength(7));
    const waiting = page.getByRole('list', { name: 'Deletions that this cause blocks' }).first();
    expect(waiting.element().children).toHaveLength(1);
    await expect.element(waiting.getByText(/1 of 2 causes/)).toBeVisible();
    // All deletions match each filter but these.
    expect(document.querySelector('.chips')?.textContent).toBe(
      'Finalizer:example.com/gone 8example.com/backup 1Kind:Secret 7Namespace 1',
    );
  });

  it('shows the next command beside the cause where there is room; commands for several objects are folded', async () => {
    const [look] = cause.advice;
    const reads = look && { ...look, command: 'kubectl get secrets' };
    const several = secrets(2).map((each) => deletionOf(each, finalizerOn(each, reads)));
    await start({ objects: [first, ...several], unread: [] });
    const command = page.getByText('kubectl get databases');
    await expect.element(command).not.toBeVisible();
    await page.viewport(1920, 900);
    await expect.element(command).toBeVisible();
    const cards = [...document.querySelectorAll('.terminating-row')];
    const isOpen = cards.map((card) => card.querySelector('details')?.open);
    expect(isOpen.filter((each) => each)).toHaveLength(cards.length - 1);
    const card = command.element().closest('.terminating-row');
    const [text, advice, held] = ['.report-text', '.report-advice', '.report-rest'].map((each) =>
      card?.querySelector(each)?.getBoundingClientRect(),
    );
    expect(advice?.left).toBeGreaterThan(text?.right ?? Number.NaN);
    expect(advice?.top).toBeLessThan(text?.top ?? Number.NaN);
    expect(held?.left).toBe(text?.left);
    expect(card?.getBoundingClientRect().right).toBe(1920 - 24);
  });

  it('names lead to their objects before the graph is there, and then only to those that are in it', async () => {
    const gone = record({ uid: 'gone', kind: 'Database', name: 'gone', namespace: 'preview' });
    const server = new FakeServer([space, copy]);
    const text = say`${copy} waits for ${gone}.`;
    const objects = [{ ...first, rootCauses: [{ ...cause, text }] }];
    server.reports.set('/api/v1/terminating', { objects, unread: [] });
    const release = server.holdNames();
    await startApp(server, '/terminating');
    const main = page.getByRole('main');
    const link = (name: string) => main.getByRole('link', { name, exact: true }).first();
    await expect.element(link('preview/orders')).toBeVisible();
    await expect.element(link('preview/gone')).toBeVisible();
    release();
    await expect.element(link('preview/gone')).not.toBeInTheDocument();
    await expect.element(link('preview/orders')).toBeVisible();
    await expect.element(main.getByText('preview/gone')).toBeVisible();
  });

  it('never folds one object alone', async () => {
    const objects = secrets(6).map((each) => deletionOf(each, cause));
    await start({ objects, unread: [] });
    const list = page.getByRole('list', { name: 'Deletions that this cause blocks' });
    await expect.element(list.getByText('h5')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Show/ })).not.toBeInTheDocument();
  });
});
