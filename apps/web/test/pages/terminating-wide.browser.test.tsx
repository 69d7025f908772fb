import { code, say } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const space = record({ uid: 'space', kind: 'Namespace', name: 'preview', namespace: '' });

const causes = ['one', 'two'].map((name) => ({
  type: 'finalizer',
  state: 'blocked',
  object: record({ uid: name, kind: 'Secret', name, namespace: 'preview' }),
  text: say`It has ${code('example.com/gone')}, which nobody removes.`,
  rules: ['API-35'],
  advice: [{ text: say`Look at it.`, command: 'kubectl get secrets', risk: say`None.` }],
}));

const deletion = {
  since: '2026-11-21T09:00:00Z',
  state: 'blocked',
  blockedBy: 'finalizer example.com/gone',
  chain: [],
  misleading: [],
};

const held = causes.map((cause) => ({ ...deletion, object: cause.object, rootCauses: [cause] }));
const waiting = { ...deletion, object: space, rootCauses: causes };

it.each([
  ['beside what waits for them', [waiting, ...held]],
  ['beside the text where nothing waits', held],
])(
  'in a wide window, several objects of a cause stand %s, and the commands open below the text',
  async (_, objects) => {
    const server = new FakeServer([space]);
    server.reports.set('/api/v1/terminating', { objects, unread: [] });
    await startApp(server, '/terminating', 1920, 900);
    await page.getByText('What to do next').click();
    await expect.element(page.getByText('kubectl get secrets')).toBeVisible();
    const card = document.querySelector('.terminating-row[data-several]');
    const box = (name: string): DOMRect => {
      const part = card?.querySelector(name);
      if (!part) throw new Error(`There is no ${name}.`);
      return part.getBoundingClientRect();
    };
    const head = box('header');
    const text = box('.report-text');
    const advice = box('.report-advice');
    expect(head.height).toBeLessThan(50);
    expect(head.bottom).toBeLessThanOrEqual(text.top);
    expect(text.bottom).toBeLessThanOrEqual(advice.top);
    const rest = box('.report-rest');
    expect(rest.top).toBe(text.top);
    expect(advice.right).toBeLessThan(rest.left);
    // However many objects stand beside it, it follows the text.
    expect(advice.top - text.bottom).toBeLessThan(20);
    expect(rest.left).toBeGreaterThan(text.right);
    const withIt = box('[aria-label="Objects with the finalizer"]');
    expect(withIt.left >= rest.left).toBe(objects === held);
  },
);
