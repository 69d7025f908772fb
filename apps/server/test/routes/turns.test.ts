import { describe, expect, it } from 'vitest';
import { PODS } from '../live/support/scripted-cluster.ts';
import { OWN, scriptedApp } from './support/scripted-app.ts';

async function busyApp() {
  const { app, scripted } = await scriptedApp();
  for (let number = 0; number < 50; number++) scripted.put(PODS, `${number}`);
  scripted.tick();
  const get = (url: string) => app.inject({ url, headers: OWN });
  await get('/graph.svg');
  return get;
}

describe('long answers', () => {
  it('are made one by one, with everybody else served in between', async () => {
    const get = await busyApp();
    const done: string[] = [];
    const ask = async (url: string): Promise<void> => {
      await get(url);
      done.push(url);
    };
    const pictures = Array.from({ length: 30 }, () => ask('/graph.svg'));
    await Promise.all([...pictures, ask('/livez')]);
    expect(done).toHaveLength(31);
    expect(done.indexOf('/livez')).toBeLessThan(5);
  });

  it.each([
    '/graph.dot',
    '/o/pod-1.svg?depth=1',
    '/api/v1/audit',
    '/api/v1/objects/pod-1/forecast',
    '/debug/controllers/garbage-collector-controller/graph',
  ])('wait up to 64 at a time, then come back later: %s', async (url) => {
    const get = await busyApp();
    const answers = await Promise.all(Array.from({ length: 70 }, () => get(url)));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.json()).toMatchObject({ code: 'busy' });
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(64);
    expect((await get(url)).statusCode).toBe(200);
  });
});
