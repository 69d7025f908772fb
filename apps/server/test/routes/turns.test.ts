import { describe, expect, it } from 'vitest';
import { PODS } from '../live/support/scripted-cluster.ts';
import { get, OWN, post, scriptedApp } from './support/scripted-app.ts';

async function busyApp() {
  const { app, scripted } = await scriptedApp();
  for (let number = 0; number < 50; number++) scripted.put(PODS, `${number}`);
  scripted.tick();
  await get(app, '/graph.svg');
  return app;
}

describe('long answers', () => {
  it('are made one in each turn of the event loop, so that everybody else is served in between', async () => {
    const { app, scripted } = await scriptedApp();
    scripted.put(PODS, '1');
    scripted.tick();
    let turn = 0;
    const count = (): void => {
      turn++;
      if (turn < 1000) setImmediate(count);
    };
    const made: number[] = [];
    app.addHook('onSend', async () => void made.push(turn));
    await app.ready();
    count();
    await Promise.all(Array.from({ length: 30 }, () => get(app, '/graph.svg')));
    expect(made).toHaveLength(30);
    expect(new Set(made).size).toBe(30);
  });

  it.each([
    '/graph.dot',
    '/o/pod-1.svg?depth=1',
    '/api/v1/audit',
    '/api/v1/objects/pod-1/forecast',
    '/api/v1/terminating',
    '/debug/controllers/garbage-collector-controller/graph',
    // The same in other letters.
    '/gr%61ph.dot',
    '/api/v1/a%75dit?namespace=ns',
    '/o/pod-1%2Esvg',
  ])('wait up to 64 at a time, then come back later: %s', async (url) => {
    const app = await busyApp();
    const answers = await Promise.all(Array.from({ length: 70 }, () => get(app, url)));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.json()).toMatchObject({ code: 'busy' });
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(64);
    expect((await get(app, url)).statusCode).toBe(200);
  });

  it.each([
    ['/api/v1/forks', { uid: 'pod-1' }, 201],
    ['/api/v1/forecasts', { uids: ['pod-1'] }, 200],
  ])('are simulations, too: %s', async (url, body, made) => {
    const app = await busyApp();
    const answers = await Promise.all(Array.from({ length: 70 }, () => post(app, url, body)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 503)).toHaveLength(6);
    expect(codes.filter((code) => code === made)).toHaveLength(64);
  });

  it('of one sender do not keep another waiting: the flood waits for itself, and its last ones are refused', async () => {
    const { app, scripted } = await scriptedApp();
    for (let number = 0; number < 50; number++) scripted.put(PODS, `${number}`);
    scripted.tick();
    const answered: string[] = [];
    app.addHook('onResponse', async ({ ip }, { statusCode }) => {
      if (statusCode === 200) answered.push(ip);
    });
    await app.ready();
    const getAs = (remoteAddress: string) =>
      app.inject({ url: '/graph.svg', headers: OWN, remoteAddress });
    const flood = Array.from({ length: 200 }, () => getAs('10.0.0.1'));
    const other = Array.from({ length: 5 }, () => getAs('10.0.0.2'));
    expect((await Promise.all(other)).map(({ statusCode }) => statusCode)).toEqual(
      Array(5).fill(200),
    );
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(59);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    // Each of them waits for one of the flood.
    expect(answered.lastIndexOf('10.0.0.2')).toBeLessThan(20);
  });
});
