import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('says that it is loading before the program is there, with nothing inline', async () => {
  const html = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  expect(html).toMatch(/<div id="root"><p[^>]*>gcscope is loading…<\/p><\/div>/);
  expect(html).not.toMatch(/style=|<style|<script>/);
});
