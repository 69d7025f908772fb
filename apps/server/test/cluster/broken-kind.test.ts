import { describe, expect, it } from 'vitest';
import { pass } from '../support/manual-clock.ts';
import { PodReflector } from '../support/reflector-run.ts';

/** As a v1.36.3 answers while the conversion webhook of the kind is broken. */
const WITHOUT_STORAGE = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'storage is (re)initializing',
  reason: 'TooManyRequests',
  details: { retryAfterSeconds: 1 },
  code: 429,
});

describe('a kind whose conversion webhook is broken', () => {
  const pods = new PodReflector();
  const breakKind = (): void => {
    pods.server.answering = (response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(WITHOUT_STORAGE);
      return true;
    };
  };
  const isDegraded = (): boolean => pods.run.state === 'degraded';

  it('is degraded within seconds, says what that may mean, is asked ever more seldom, and recovers', async () => {
    breakKind();
    pods.start();
    expect(await pass(pods.clock, isDegraded)).toBeLessThanOrEqual(10_000);
    expect(pods.run.states.at(-1)?.message).toContain('the collector may have the same problem');
    const before = pods.server.seen('list').length;
    const later = pods.clock.now() + 600_000;
    await pass(pods.clock, () => pods.clock.now() >= later);
    expect(pods.server.seen('list').length - before).toBeLessThanOrEqual(20);
    expect(isDegraded()).toBe(true);
    pods.server.answering = undefined;
    await pass(pods.clock, () => pods.run.state === 'synced');
  });

  it('is not verified at once when that happens to a kind that was read', async () => {
    pods.pod('a');
    await pods.watching();
    breakKind();
    pods.server.endWatches();
    await pass(pods.clock, () => pods.run.state === 'stale');
    await pass(pods.clock, isDegraded);
    expect(pods.run.names).toEqual(['a']);
  });
});
