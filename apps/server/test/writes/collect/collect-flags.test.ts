import { describe, expect, it } from 'vitest';
import { ABSENT, eachCollectedServer, isLeft, NO_LIMIT } from './support/each-collected-server.ts';

describe('the flags of collect', () => {
  const server = eachCollectedServer();

  it('sends twice --kube-api-qps a second after --kube-api-burst, and no more (CF-05)', async () => {
    for (let at = 0; at < 8; at++) server().put('ConfigMap', 'shop', `doomed-${at}`, ABSENT);
    const sent: number[] = [];
    server().outcome = (request) => {
      if (/^(GET|DELETE) .*\/configmaps\/./.test(request)) sent.push(performance.now());
      return 'passes';
    };
    server().collect('--kube-api-qps=5', '--kube-api-burst=2');
    await isLeft(server());
    // A rate, not a speed: a busy machine makes it take longer, or sees the first request late. Fake timers would break undici's own
    // for all later tests.
    const passed = (sent.at(-1) ?? 0) - (sent[0] ?? 0);
    expect(sent.length).toBeGreaterThan(8);
    expect(passed).toBeGreaterThan(((sent.length - 2) / 10) * 900);
  });

  it('has the port that it is given', async () => {
    const first = server().collect(NO_LIMIT);
    const url = await first.firstLine;
    // Then nobody has it.
    first.stop();
    await first.ended;
    const again = server().collect(NO_LIMIT, `--port=${new URL(url).port}`);
    expect(await again.firstLine).toBe(url);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  it('says that its port is taken', async () => {
    const { port } = new URL(server().url);
    const { exitCode, out, err } = await server().collect(`--port=${port}`).ended;
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toContain(`gcscope cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
  });

  for (const [release, preconditions, monitorsEvents] of [
    ['v1.36', ['resourceVersion', 'uid'], false],
    ['v1.33', ['uid'], false],
    ['v1.19', ['uid'], true],
  ] as const) {
    it(`deletes and lists as Kubernetes ${release} does`, async () => {
      server().put('ConfigMap', 'shop', 'doomed', ABSENT);
      server().collect(NO_LIMIT, `--release=${release}`);
      await isLeft(server());
      const [body = '{}', ...others] = server().bodies;
      expect(others).toEqual([]);
      const options = JSON.parse(body) as { readonly preconditions?: object };
      expect(Object.keys(options.preconditions ?? {}).sort()).toEqual(preconditions);
      // Until 1.19 only the older of the two kinds of Events was left alone (MO-03).
      expect(server().requests.includes('GET /api/v1/events')).toBe(false);
      expect(server().requests.includes('GET /apis/events.k8s.io/v1/events')).toBe(monitorsEvents);
    });
  }

  for (const [release, sentence] of [
    ['v1.15', /gcscope collects like Kubernetes 1\.16 or later, not like v1\.15/],
    ['newest', /--release takes a version of Kubernetes such as v1\.31, not "newest"/],
  ] as const) {
    it(`cannot act like ${release}, and says so`, async () => {
      server().put('ConfigMap', 'shop', 'doomed', ABSENT);
      const { exitCode, out, err } = await server().collect(`--release=${release}`).ended;
      expect([exitCode, out]).toEqual([2, '']);
      expect(err).toMatch(sentence);
      expect(server().left()).toEqual(['doomed']);
    });
  }
});
