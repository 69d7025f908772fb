import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const world = [record({ uid: 'one' }), record({ uid: 'two', namespace: 'payments' })];

describe('saved views', { timeout: 60_000 }, () => {
  it('are saved, opened from the palette, renamed and deleted', async () => {
    const { address } = await startApp(new FakeServer(world), '/?view=list&ns=payments');
    await page.getByRole('button', { name: 'Saved views' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name of this view' }), 'Pay <b>day');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('This view is saved as “Pay <b>day”.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Pay <b>day/ })).toHaveFocus();
    // A part that scrolls has its ring within.
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    const body = dialog.getByRole('region', { name: 'Saved views' });
    await expect.element(body).toHaveFocus();
    await expect.element(body).toHaveStyle({ outlineOffset: '-2px' });
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'gcscope: the whole cluster' }).click();
    await eventually(() => expect(address()).toBe('/?view=list'));
    await userEvent.keyboard('/');
    await userEvent.fill(page.getByRole('combobox', { name: 'Search and commands' }), 'pay');
    await page.getByRole('option', { name: 'Pay <b>day' }).click();
    await eventually(() => expect(address()).toBe('/?ns=payments&view=list'));

    await page.getByRole('button', { name: 'Saved views' }).click();
    await dialog.getByRole('button', { name: 'Rename Pay <b>day' }).click();
    await userEvent.fill(
      dialog.getByRole('textbox', { name: 'New name of Pay <b>day' }),
      'Payments',
    );
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('This view is saved as “Payments”.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete the saved view Payments' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Name of this view' })).toHaveFocus();
    expect(localStorage.getItem('gcscope.views')).toBe('[]');
  });

  it('what others wrote into the storage is dropped', async () => {
    const views = [
      { name: 'evil', href: 'javascript:alert(1)' },
      { name: 'away', href: '//example.com/' },
      { name: 'fine', href: '/findings' },
      { name: 1 },
      null,
      '__proto__',
    ];
    localStorage.setItem('gcscope.views', JSON.stringify(views));
    localStorage.setItem('gcscope.recent', '{"not":"a list"}');
    await startApp(new FakeServer(world), '/?show=views');
    const list = page.getByRole('dialog', { name: 'Saved views' }).getByRole('listitem');
    await expect.element(list.getByText('fine')).toBeVisible();
    expect(list.elements()).toHaveLength(1);
  });
});
