import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SignInPage } from '../../src/pages/SignInPage.tsx';
import { eventually } from '../support/eventually.ts';
import { press } from '../support/press.ts';

describe('the page to sign in', () => {
  it('sends a token once, and keeps the focus on its button while the server looks at it', async () => {
    let answer: (response: Response) => void = () => {};
    const fetch = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
    vi.stubGlobal('fetch', fetch);
    await render(<SignInPage session={{ signIn: 'token' }} />);
    await userEvent.fill(page.getByRole('textbox', { name: 'Token of the cluster' }), 'secret');
    const button = page.getByRole('button', { name: 'Sign in' });
    await press(button);
    await eventually(() => expect(fetch).toHaveBeenCalledTimes(1));
    await userEvent.keyboard('{Enter}');
    const problem = { type: 'about:blank', code: 'unauthorized', status: 401, title: 'Not known.' };
    answer(Response.json(problem, { status: 401 }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not known.');
    await expect.element(button).toHaveFocus();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
