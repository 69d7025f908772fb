import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumLaunch } from '../src/chromium.ts';

describe('chromiumLaunch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-chromium-'));
  const stand = join(folder, 'chromium');
  writeFileSync(stand, '');
  chmodSync(stand, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('launches a browser that draws text', async () => {
    const browser = await chromium.launch(await chromiumLaunch());
    try {
      const page = await browser.newPage();
      await page.setContent('<span>a line of text</span>');
      const box = await page.locator('span').boundingBox();
      expect(box?.width).toBeGreaterThan(40);
      expect(box?.height).toBeGreaterThan(10);
    } finally {
      await browser.close();
    }
  });

  it('takes the one that is named', async () => {
    const machine = { env: { GCSCOPE_CHROMIUM: stand }, platform: 'linux', arch: 'x64' };
    expect(await chromiumLaunch(machine)).toEqual({ executablePath: stand });
  });

  it('says so when the one that is named cannot be run', async () => {
    const env = { GCSCOPE_CHROMIUM: join(folder, 'nothing') };
    await expect(chromiumLaunch({ env, platform: 'linux', arch: 'x64' })).rejects.toThrow(
      /GCSCOPE_CHROMIUM is .*nothing, which is not an executable file/,
    );
  });

  it('takes one on PATH where none is packaged', async () => {
    const machine = { env: { PATH: `/nowhere:${folder}` }, platform: 'darwin', arch: 'arm64' };
    expect(await chromiumLaunch(machine)).toEqual({ executablePath: stand });
  });

  it('says what to do when there is none', async () => {
    const machine = { env: { PATH: '/nowhere' }, platform: 'darwin', arch: 'arm64' };
    await expect(chromiumLaunch(machine)).rejects.toThrow(/No browser for tests: install one of/);
  });
});
