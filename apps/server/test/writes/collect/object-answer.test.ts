import { describe, expect, it } from 'vitest';
import type { CallAnswer, ObjectRequest } from '../../../src/writes/collect/collector-call.ts';
import { objectAnswer } from '../../../src/writes/collect/object-answer.ts';
import { configMap } from './requests.ts';

const GET = { ...configMap('a'), verb: 'get' } as ObjectRequest;

function answer(code: number, body: string, contentType = 'application/json'): CallAnswer {
  const bytes = Buffer.from(body);
  return { type: 'answer', code, contentType, bytes, retryAfter: undefined, date: undefined };
}

const status = (reason: string, message: string): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', reason, message });

describe('an answer to the collector', () => {
  it('is the metadata of the object, with references as they stand', () => {
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u', controller: false },
    ];
    const metadata = { name: 'a', namespace: 'shop', uid: 'x', resourceVersion: '3' };
    const body = { kind: 'ConfigMap', metadata: { ...metadata, ownerReferences, labels: {} } };
    expect(objectAnswer(GET, answer(200, JSON.stringify(body)))).toEqual({
      ok: true,
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ownerReferences } },
    });
  });

  it('says that an object does not exist when an API server says so', () => {
    const found = objectAnswer(GET, answer(404, status('NotFound', 'configmaps "a" not found')));
    expect(found).toMatchObject({ ok: false, status: { reason: 'NotFound', code: 404 } });
  });

  it('says so of a path under which an API server serves nothing (KM-03)', () => {
    const found = objectAnswer(GET, answer(404, '404 page not found\n', 'text/plain'));
    expect(found).toMatchObject({ ok: false, status: { reason: 'NotFound' } });
  });

  const strangers: readonly (readonly [what: string, type: string, body: string])[] = [
    ['the page of a proxy', 'text/html', '<html>404 Not Found</html>'],
    ['the answer of a gateway', 'application/json', '{"message":"no route matched"}'],
    ['nothing', 'text/plain', ''],
  ];
  for (const [what, type, body] of strangers) {
    it(`takes no object for absent because of ${what}`, () => {
      const found = objectAnswer(GET, answer(404, body, type));
      expect(found).toMatchObject({
        ok: false,
        status: { message: 'a 404 came from something that is not an API server' },
      });
      expect(found.ok ? '' : found.status.reason).toBeUndefined();
    });
  }

  it('is an error when the object cannot be read', () => {
    for (const body of ['{"metadata":{"name":"a"}}', '{}', 'no JSON']) {
      expect(objectAnswer(GET, answer(200, body))).toMatchObject({ ok: false });
    }
  });

  it('keeps the code of a refusal without a reason (PA-01)', () => {
    const found = objectAnswer(GET, answer(415, 'no', 'text/plain'));
    expect(found).toMatchObject({
      ok: false,
      status: { code: 415, reason: 'UnsupportedMediaType' },
    });
  });
});
