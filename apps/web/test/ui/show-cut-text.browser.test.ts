import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showCutText } from '../../src/ui/show-cut-text.ts';

describe('a line that is cut', () => {
  const stop = showCutText();
  afterEach(() => {
    document.body.replaceChildren();
  });

  async function hovered(text: string, more: Partial<HTMLElement> = {}): Promise<string> {
    const line = document.createElement('p');
    Object.assign(line, { textContent: text, ...more });
    Object.assign(line.style, {
      width: '100px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    });
    document.body.append(line);
    await userEvent.hover(page.getByText(text));
    return line.title;
  }

  it('shows the whole text on hover, unless it is whole or says something else', async () => {
    const long = 'a-name-that-is-far-too-long-for-its-place';
    expect(await hovered(long)).toBe(long);
    expect(await hovered('short')).toBe('');
    expect(await hovered(`${long}-2`, { title: 'apps/v1' })).toBe('apps/v1');
  });

  it('shows the whole text of a paragraph that is cut after some lines', async () => {
    const text = 'A sentence that takes more lines than its card has room for.';
    const lines = document.createElement('p');
    lines.textContent = text;
    Object.assign(lines.style, {
      width: '100px',
      overflow: 'hidden',
      display: '-webkit-box',
      webkitBoxOrient: 'vertical',
      webkitLineClamp: '2',
    });
    document.body.append(lines);
    await userEvent.hover(page.getByText(text));
    expect(lines.title).toBe(text);
  });

  it('shows the text that it has now', async () => {
    expect(await hovered('the-first-name-that-is-far-too-long')).toMatch(/^the-first/);
    const line = document.querySelector('p');
    if (line) line.textContent = 'the-second-name-that-is-far-too-long';
    await userEvent.unhover(page.getByText(/second/));
    await userEvent.hover(page.getByText(/second/));
    expect(line?.title).toMatch(/^the-second/);
    stop();
  });
});
