import { say } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const top = record({ uid: 'top', kind: 'CronJob', apiVersion: 'batch/v1' });

it('of an owner that may not exist, offers a command that looks, and no kind that is read', {
  timeout: 60_000,
}, async () => {
  const server = new FakeServer([top]);
  server.explanations.set('top', {
    verdict: 'not verified',
    sentence: say`Not verified: gcscope's data on Deployments is older than the reference.`,
    because: [],
    unread: [],
    advice: [
      {
        text: say`Look whether Deployment shop/web exists.`,
        command: "kubectl get deployments.apps/web -n shop -o jsonpath='{.metadata.uid}'",
        risk: say`None. The command only reads.`,
        reads: true,
        outcome: say`If it prints NotFound, the owner does not exist.`,
      },
    ],
  });
  await startApp(server, '/o/top');
  const advice = page.getByRole('region', { name: 'Verdict' }).getByRole('listitem');
  await expect
    .element(advice)
    .toHaveTextContent(
      "Look whether Deployment shop/web exists.kubectl get deployments.apps/web -n shop -o jsonpath='{.metadata.uid}'If it prints NotFound, the owner does not exist.",
    );
  await expect.element(advice.getByRole('button', { name: /Copy/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /cannot read/ })).not.toBeInTheDocument();
});
