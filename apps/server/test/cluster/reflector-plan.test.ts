import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiFailure } from '../../src/cluster/answers/api-answer.ts';
import { type Plan, ReflectorPlanner } from '../../src/cluster/reflect/reflector-plan.ts';
import { ManualClock } from '../support/manual-clock.ts';

function failure(
  code: number,
  fields: Partial<Extract<ApiFailure, { type: 'status' }>> = {},
): ApiFailure {
  return { type: 'status', code, reason: '', message: 'boom', causes: [], ...fields };
}

describe('reflector plan', () => {
  let clock: ManualClock;
  let planner: ReflectorPlanner;

  beforeEach(() => {
    clock = new ManualClock();
    planner = new ReflectorPlanner(clock, () => 0);
    planner.after({ type: 'listed', resourceVersion: '100' });
  });

  const watchFails = (cause: ApiFailure): Plan =>
    planner.after({ type: 'failed', during: 'watch', failure: cause });
  const listFails = (cause: ApiFailure): Plan =>
    planner.after({ type: 'failed', during: 'list', failure: cause });

  it('an expired page makes the next list consistent', () => {
    expect(listFails(failure(410))).toMatchObject({ next: 'list', state: 'stale' });
    expect(planner.listVersion).toBe('');
  });

  it('spreads lists after 410 over two seconds', () => {
    planner = new ReflectorPlanner(clock, () => 0.9);
    planner.after({ type: 'listed', resourceVersion: '100' });
    expect(watchFails(failure(410)).wait).toBe(1800);
  });

  it('knows a version that is too large by its cause as well', () => {
    listFails(failure(500, { causes: ['ResourceVersionTooLarge'] }));
    expect(planner.listVersion).toBe('');
  });

  it('a watch that only fails is tried from the same version for a minute, then the kind is listed', () => {
    expect(watchFails(failure(500))).toMatchObject({ next: 'watch', state: 'stale' });
    clock.advance(59_000);
    expect(watchFails(failure(500)).next).toBe('watch');
    clock.advance(1000);
    expect(watchFails(failure(500)).next).toBe('list');
    expect(planner.listVersion).toBe('100');
  });

  it('a watch that observed something starts the minute anew', () => {
    watchFails(failure(500));
    clock.advance(50_000);
    planner.observed('101');
    clock.advance(50_000);
    expect(watchFails(failure(500)).next).toBe('watch');
    expect(planner.watchVersion).toBe('101');
  });

  it('a kind that nobody watches for long is stale, also after the first watch that ended at once', () => {
    const ends = (progress: boolean): Plan =>
      planner.after({ type: 'ended', progress, onTime: false });
    expect(ends(false)).toEqual({ next: 'watch', wait: 800 });
    for (let again = 0; again < 6; again++) ends(false);
    expect(ends(true)).not.toHaveProperty('state');
    expect(ends(false)).toMatchObject({ next: 'watch', wait: 30_000, state: 'stale' });
  });

  it('a kind whose list always fails is degraded from the third time, and says what that may mean', () => {
    expect(listFails(failure(500)).state).toBe('stale');
    expect(listFails(failure(500)).state).toBe('stale');
    const third = listFails(failure(500));
    expect(third.state).toBe('degraded');
    expect(third.message).toMatch(/the collector may have the same problem/);
  });

  it('an unreachable server is never taken for a broken kind', () => {
    for (let time = 0; time < 5; time++) {
      expect(listFails({ type: 'unreachable', message: 'no' }).state).toBe('stale');
    }
  });

  it('a 401 is waited out at the same version', () => {
    expect(watchFails(failure(401))).toMatchObject({ next: 'watch', state: 'stale' });
    expect(planner.watchVersion).toBe('100');
  });

  it.each([
    [403, 'forbidden'],
    [404, 'gone'],
    [405, 'unsupported'],
    [406, 'unsupported'],
  ])('after %i the kind is %s and may be probed', (code, state) => {
    expect(listFails(failure(code))).toMatchObject({ next: 'list', state, probe: true });
  });

  it('advises to read one namespace only where the reader can', () => {
    const advice = '--namespace';
    expect(listFails(failure(403)).message).not.toContain(advice);
    planner = new ReflectorPlanner(clock, () => 0, { namespace: 'default' });
    expect(listFails(failure(403)).message).toContain(advice);
  });
});
