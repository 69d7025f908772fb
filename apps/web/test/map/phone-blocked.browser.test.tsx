import type { NodeRecord } from '@gcscope/gc-core/wire';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { isInView } from '../support/player-page.ts';
import { record } from '../support/record.ts';
import { mapOnPage, startApp } from '../support/start-app.tsx';

/** Namespaces that are blocked by a Database in each, and calm objects around: lines to the Databases are long. */
function blockedNamespaces(count: number): readonly NodeRecord[] {
  return Array.from({ length: count }, (_, at): readonly NodeRecord[] => {
    const name = `preview-417-eu-beta-${at}`;
    const finalizer = 'example.com/deprovision';
    const deleted = { beingDeleted: true, deletionTimestamp: '2026-11-20T00:00:00Z' };
    return [
      record({
        uid: `space-${at}`,
        apiVersion: 'v1',
        kind: 'Namespace',
        name,
        namespace: '',
        ...deleted,
        summary: {
          verdict: 'waits',
          rule: 'AD-02',
          blockedBy: `Database ${name}/preview-417, finalizer ${finalizer}`,
        },
      }),
      record({
        uid: `held-${at}`,
        apiVersion: 'example.com/v1',
        kind: 'Database',
        name: 'preview-417',
        namespace: name,
        finalizers: [finalizer],
        ...deleted,
        summary: { verdict: 'waits', rule: 'AD-02', blockedBy: finalizer },
      }),
      ...Array.from({ length: 30 }, (_, pod) =>
        record({ uid: `calm-${at}-${pod}`, name: `calm-${pod}`, namespace: name }),
      ),
    ];
  }).flat();
}

/** The texts that are drawn next, with their left and right end, CSS px. */
function drawnTexts(): Map<string, readonly [left: number, right: number]> {
  const texts = new Map<string, readonly [number, number]>();
  const draw = CanvasRenderingContext2D.prototype.fillText;
  vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...args
  ) {
    const [text, x] = args;
    if (this.textAlign === 'left') texts.set(text, [x, x + this.measureText(text).width]);
    draw.apply(this, args);
  });
  return texts;
}

it('on a phone, the reason of a selected Namespace is in view, and a chip leads to what blocks it', {
  timeout: 60_000,
}, async () => {
  const at = 11;
  const texts = drawnTexts();
  const server = new FakeServer(blockedNamespaces(24));
  const { address } = await startApp(server, `/?view=map&sel=space-${at}`, 390, 844);
  const name = 'Go to the object that it waits for: Database preview-417';
  const chip = page.getByRole('button', { name });
  await expect.element(chip).toBeVisible();
  expect(document.querySelectorAll('.edge-chip')).toHaveLength(1);
  // Texts drawn on the way there do not count.
  texts.clear();
  mapOnPage()?.forceRender();
  const ends = await vi.waitFor(() => {
    const found = [...texts].filter(([text]) => text.includes(`beta-${at}/`));
    expect(found).not.toEqual([]);
    return found;
  });
  for (const [text, [left, right]] of ends) {
    const isWhole = left >= 0 && right <= (mapOnPage()?.width() ?? 0);
    expect([text, isWhole]).toEqual([text, true]);
  }
  await chip.click();
  await eventually(() => expect(address()).toContain(`sel=held-${at}`));
  await eventually(() => expect(isInView(`held-${at}`)).toBe(true));
});
