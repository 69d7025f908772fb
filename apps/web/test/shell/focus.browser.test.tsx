import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { formatNone } from '../../src/data/tally.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ForkServer } from '../support/fork-server.ts';
import { atStep } from '../support/player-page.ts';
import { press } from '../support/press.ts';
import { ownedBy, record } from '../support/record.ts';
import { webOfTheShop } from '../support/simulate.ts';
import { cardsOnMap, type Started, startApp } from '../support/start-app.tsx';

const web = record({ uid: 'web', apiVersion: 'apps/v1', kind: 'Deployment' });
const old = ['a', 'b', 'c'].map((uid) =>
  record({
    uid,
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    creationTimestamp: '2026-01-01T00:00:00Z',
    owners: [ownedBy(web)],
  }),
);
const pod = record({ uid: 'pod', namespace: 'bank' });

function start(path: string, server = new FakeServer([web, ...old, pod])): Promise<Started> {
  return startApp(server, path, 1280, 900);
}

async function focusIsOn(control: Locator): Promise<void> {
  await eventually(() => expect(document.activeElement).toBe(control.element()));
}

/** Waits for twice as many frames as a lost focus takes to be elsewhere. */
async function settle(): Promise<void> {
  for (let at = 0; at < 4; at++) await new Promise(requestAnimationFrame);
}

/** A part of the page with these buttons; the tests remove and hide them as the program may. */
async function addPart(...names: readonly string[]): Promise<void> {
  // Once the map is drawn, nothing else changes the page: a later change would have the lost focus noticed.
  await eventually(() => expect(cardsOnMap()).not.toEqual([]));
  const main = page.getByRole('main');
  const part = document.createElement('section');
  for (const name of names) {
    const added = document.createElement('button');
    added.textContent = name;
    part.append(added);
  }
  main.element().append(part);
}

/** Gives a button the focus. */
function focusOn(name: string): HTMLElement {
  const focused = button(name).element() as HTMLElement;
  focused.focus();
  return focused;
}

const map = (): Locator => page.getByRole('application', { name: 'Map of the cluster' });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

describe('the focus, after what had it has gone', { timeout: 60_000 }, () => {
  it('is on the next filter when a chip removes itself, and on the map after the last', async () => {
    await start('/?kind=Pod&ns=bank');
    const chip = (filter: string): Locator =>
      page.getByRole('link', { name: `Remove the filter: ${filter}` });
    await press(chip('namespace bank'));
    await focusIsOn(chip('kind Pod'));
    await press(chip('kind Pod'));
    await expect.element(chip('kind Pod')).not.toBeInTheDocument();
    await focusIsOn(map());
  });

  it('is in the filters when all are cleared', async () => {
    const { address } = await start('/?kind=Pod');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    // The lists of the filters come after the map: before, nothing in them could have the focus.
    await expect.element(filters.getByRole('listbox', { name: 'State' })).toBeVisible();
    await press(button('Clear'));
    await eventually(() => expect(address()).toBe('/'));
    await eventually(() => expect(filters.element().contains(document.activeElement)).toBe(true));
  });

  it('is on the map when the panel is closed, in the list as well on what is left', async () => {
    await start('/?sel=pod');
    await press(button('Close the panel'));
    await focusIsOn(map());
    const { address } = await start('/?sel=pod&view=list');
    await press(button('Close the panel'));
    await eventually(() => expect(address()).toBe('/?view=list'));
    await focusIsOn(page.getByRole('main'));
  });

  it('is on the map when it shows everything again', async () => {
    const ghost = record({ uid: 'ghost', virtual: true });
    await start('/?ns=nowhere', new FakeServer([web, pod, ghost]));
    // The message counts as many objects as the page above it.
    const none = formatNone({ objects: 2 });
    await expect.element(page.getByText(none, { exact: true })).toBeVisible();
    await press(button('Show all'));
    await focusIsOn(map());
  });

  it('is on the button that opened a dialog, and on the map if a key did', async () => {
    await start('/');
    await expect.element(map()).toBeVisible();
    const dialog = page.getByRole('dialog');
    await press(button('Keyboard shortcuts'));
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await focusIsOn(button('Keyboard shortcuts'));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await focusIsOn(map());
  });

  it('is on the page again after one Escape in the search, also with a text', async () => {
    await start('/');
    await press(button('Search and commands'));
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await userEvent.fill(field, 'web');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await focusIsOn(button('Search and commands'));
  });

  it('is beside what is disabled', async () => {
    await start('/');
    await addPart('Disabled', 'Beside it');
    focusOn('Disabled').setAttribute('disabled', '');
    await focusIsOn(button('Beside it'));
  });

  it('is beside what the style sheet hides', async () => {
    await start('/');
    await addPart('Hidden', 'Beside it');
    focusOn('Hidden').style.display = 'none';
    await focusIsOn(button('Beside it'));
    focusOn('Beside it').style.visibility = 'hidden';
    await focusIsOn(map());
  });

  it('passes over what is hidden, and is on the map where nothing else is near', async () => {
    await start('/');
    await addPart('Before', 'Gone', 'Hidden');
    const hidden = button('Hidden').element() as HTMLElement;
    hidden.style.display = 'none';
    focusOn('Gone').remove();
    await focusIsOn(button('Before'));
    hidden.style.display = '';
    hidden.inert = true;
    focusOn('Before').remove();
    await focusIsOn(map());
  });

  it('is beside the buttons of a list that go, and on the first that “Show more” has added', async () => {
    const pods = Array.from({ length: 202 }, (_, at) => record({ uid: `pod-${at + 100}` }));
    await start('/?view=list&of=pod-100', new FakeServer(pods));
    await press(button('Deselect all'));
    await expect.element(button('Deselect all')).not.toBeInTheDocument();
    await focusIsOn(button('Show 2 more'));
    await press(button('Show 2 more'));
    await expect.element(button('Show 2 more')).not.toBeInTheDocument();
    await focusIsOn(page.getByRole('link', { name: /^pod-300/ }));
  });

  it('is back on the map or the row that opened a page, once the person is back', async () => {
    const { history, address } = await start('/?sel=pod');
    await press(map());
    await eventually(() => expect(address()).toBe('/o/pod'));
    history.back();
    await eventually(() => expect(address()).toBe('/?sel=pod'));
    await focusIsOn(map());
    history.push('/?view=list');
    const row = page.getByRole('link', { name: /^pod/ });
    await press(row);
    await eventually(() => expect(address()).toBe('/o/pod?view=list'));
    await settle();
    history.back();
    await eventually(() => expect(address()).toBe('/?view=list'));
    await focusIsOn(row);
  });

  it('is nowhere where a person has left what goes later', async () => {
    const { history } = await start('/?kind=Pod');
    const clear = button('Clear');
    await expect.element(clear).toBeVisible();
    (clear.element() as HTMLElement).focus();
    (clear.element() as HTMLElement).blur();
    history.push('/');
    await expect.element(clear).not.toBeInTheDocument();
    await settle();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the focus, after a press of what then has nothing to do', { timeout: 60_000 }, () => {
  const { nodes, uid } = webOfTheShop();

  it('stays on each control of the player at 390 px, where more presses do nothing', async () => {
    const { server } = new ForkServer(nodes);
    await startApp(server, `/simulate/${uid}?policy=Foreground&step=34`, 390, 844);
    await atStep(34);
    for (const [name, to, before] of [
      ['Next (→)', 35, ''],
      ['To the end (End)', 35, '{ArrowLeft}'],
      ['To the beginning (Home)', 0, ''],
      ['Back (←)', 0, '{ArrowRight}'],
    ] as const) {
      if (before) await userEvent.keyboard(before);
      await expect.element(button(name)).not.toHaveAttribute('aria-disabled', 'true');
      await press(button(name));
      await atStep(to);
      await settle();
      expect(document.activeElement).toBe(button(name).element());
      await userEvent.keyboard('{Enter}');
      await settle();
      await expect.element(button('Run')).toBeVisible();
      await atStep(to);
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('stays on the button of the run on a node', async () => {
    await start('/scenes/node-gone-pod?run=containers@45s&step=1');
    await press(button('Back (←)'));
    await expect.element(page.getByText(/^step 0 of/)).toBeVisible();
    await settle();
    expect(document.activeElement).toBe(button('Back (←)').element());
  });

  it('stays on the button that has added a label, and on the one that reads the labels again', async () => {
    const server = new FakeServer([web]);
    const answer = { selector: 'app=web', uids: ['web'], asked: 1, unasked: [] };
    server.reports.set('/api/v1/labels', answer);
    const { address } = await start('/', server);
    await userEvent.fill(page.getByRole('textbox', { name: 'Label' }), 'app=web');
    await press(button('Add'));
    await eventually(() => expect(address()).toBe('/?label=app%3Dweb'));
    await settle();
    expect(document.activeElement).toBe(button('Add').element());
    await userEvent.keyboard('{Enter}');
    await settle();
    expect(address()).toBe('/?label=app%3Dweb');
    await press(button('Read again'));
    await eventually(() => expect(server.requests.get('/api/v1/labels')).toBe(2));
    await settle();
    expect(document.activeElement).toBe(button('Read again').element());
  });
});
