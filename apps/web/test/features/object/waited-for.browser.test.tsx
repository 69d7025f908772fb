import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

describe('an object in a Namespace that is being deleted', { timeout: 60_000 }, () => {
  const waits = { verdict: 'waits', rule: 'AD-02' } as const;
  const database = record({
    uid: 'database',
    kind: 'Database',
    namespace: 'preview',
    beingDeleted: true,
    summary: waits,
  });
  const preview = record({ uid: 'preview', kind: 'Namespace', namespace: '', name: 'preview' });

  it('has a link to the Namespace, which waits for it', async () => {
    const ending = { ...preview, beingDeleted: true, summary: waits };
    await startApp(new FakeServer([database, ending]), '/o/database');
    const panel = page.getByRole('complementary', { name: 'Object' });
    const sentence = panel
      .getByRole('paragraph')
      .filter({ hasText: 'is being deleted, and waits for this object to be gone.' });
    await expect.element(sentence).toBeVisible();
    await expect.element(sentence.getByRole('link').first()).toHaveAttribute('href', '/o/preview');
  });

  it('has none while the Namespace lives', async () => {
    await startApp(new FakeServer([database, preview]), '/o/database');
    await expect.element(page.getByRole('heading', { name: 'database' })).toBeVisible();
    await expect.element(page.getByText('waits for this object')).not.toBeInTheDocument();
  });
});
