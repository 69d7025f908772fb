import type { GraphDocument } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { DEPLOYMENTS, NAMESPACES, ownedBy, PODS } from '../live/support/scripted-cluster.ts';
import { OWN, post, scriptedApp } from './support/scripted-app.ts';

const ELEMENT = '<img src=x onerror=alert(1)>';
const HOSTILE = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ELEMENT],
  ...['\u202egnp', 'a\u2028b', '{{1}}', '%00'],
];

/** What every object inherits. */
function inherited(): unknown[] {
  return [Object.prototype, Array.prototype, Function.prototype, Map.prototype].map((each) =>
    Object.entries(Object.getOwnPropertyDescriptors(each)).map(([name, { value, get }]) => [
      name,
      value ?? get,
    ]),
  );
}

describe('names that JavaScript knows', () => {
  it('are names like any other on every route, and change nothing that objects inherit', async () => {
    expect('__proto__' in {}).toBe(false);
    const before = inherited();
    const { scripted, app } = await scriptedApp();
    for (const text of HOSTILE) {
      scripted.put(NAMESPACES, text, { uid: `ns ${text}` });
      const meta = { namespace: text, finalizers: [text] };
      scripted.put(DEPLOYMENTS, text, { ...meta, uid: text });
      const owners = [
        ownedBy(DEPLOYMENTS, text, { uid: text }),
        { apiVersion: text, kind: text, name: text, uid: `none ${text}` },
      ];
      scripted.put(PODS, text, { ...meta, uid: `pod ${text}`, ownerReferences: owners });
    }
    scripted.tick();
    const get = async (url: string) => {
      const answer = await app.inject({ url, headers: OWN });
      expect([url, answer.statusCode]).toEqual([url, expect.toSatisfy((code) => code < 500)]);
      return answer;
    };
    const { nodes } = (await get('/graph.json')).json<GraphDocument>();
    const shown = nodes.filter(({ virtual }) => !virtual).map(({ uid }) => uid);
    expect(shown.sort()).toEqual(HOSTILE.flatMap((x) => [x, `ns ${x}`, `pod ${x}`]).sort());
    for (const text of HOSTILE) {
      const word = encodeURIComponent(text);
      const details = await get(`/api/v1/objects/${word}`);
      expect(details.json().record).toMatchObject({ uid: text, name: text, namespace: text });
      for (const url of [
        `/api/v1/objects/${word}/forecast`,
        `/api/v1/terminating?uid=${word}`,
        `/api/v1/audit?namespace=${word}&kind=${word}`,
        `/api/v1/activity?namespace=${word}&kind=${word}&q=${word}`,
        `/api/v1/nodes/${word}`,
        `/debug/controllers/garbagecollector/graph?uid=${word}`,
        ...['svg', 'json', 'mmd', 'dot'].map((type) => `/o/${word}.${type}`),
      ]) {
        await get(url);
      }
      const forked = await post(app, '/api/v1/forks', { uid: text });
      expect(forked.statusCode).toBe(201);
    }
    for (const body of ['{"__proto__":{"uid":"x"}}', '{"constructor":{"prototype":{"uid":"x"}}}']) {
      const sent = await post(app, '/api/v1/forks', body);
      expect([body, sent.statusCode]).toEqual([body, 400]);
    }
    for (const url of ['/graph.svg', `/o/${encodeURIComponent(ELEMENT)}.svg`]) {
      expect((await get(url)).body).not.toContain('<img');
    }
    expect(inherited()).toEqual(before);
    await app.close();
  });
});
