import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { sequencesFrom } from '../../real-cluster/src/request-differential/random-requests.ts';
import { RequestDifferential } from '../../real-cluster/src/request-differential/request-differential.ts';
import {
  requestFigures,
  requestReport,
} from '../../real-cluster/src/request-differential/request-report.ts';

/** Any number by `npm run differential -- --requests --worlds N --first SEED`. */
const SEQUENCES = 60;
const FIRST_SEED = 1;
const TIMEOUT = 180_000;

describeReal('requests', () => {
  let differential: RequestDifferential | undefined;
  beforeAll(async () => {
    differential = await RequestDifferential.start();
  });
  afterAll(() => differential?.stop());

  it('[API-31] random ones are answered by the simulated API server as by a real one', {
    timeout: TIMEOUT,
  }, async () => {
    const played = await differential?.play(sequencesFrom(FIRST_SEED, SEQUENCES));
    const figures = requestFigures(played ?? []);
    const report = requestReport(figures);
    console.log(report);
    expect(figures.differences, report).toEqual([]);
    for (const [topic, count] of figures.topics) {
      expect(count, topic).toBeGreaterThanOrEqual(10);
    }
    for (const code of [200, 201, 400, 404, 409, 422]) {
      expect(figures.codes.get(code) ?? 0, `answers of ${code}`).toBeGreaterThanOrEqual(5);
    }
  });
});
