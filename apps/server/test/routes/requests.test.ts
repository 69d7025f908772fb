import { describe, expect, it } from 'vitest';
import { OWN, OWN_POST, scriptedApp } from './support/scripted-app.ts';

describe('requests', () => {
  it.each([
    ['/graph.svg?theme=pink', '“theme” must be one of light, dark.'],
    ['/o/x.svg?depth=many', '“depth” must be integer.'],
    ['/o/x.dot?depth=1&zz=1', 'the query may not hold “zz”, only depth, theme.'],
    ['/graph.svg?namespace=zz', 'the query may not hold “namespace”, only theme.'],
    ['/graph.dot?depth=-1', 'the query may not hold “depth”, and nothing else.'],
    ['/api/v1/terminating?uid=', '“uid” must not be empty.'],
    ['/api/v1/audit?rule=nope', '“rule” must be one of dangling, stale-uid, wrong-kind'],
    ['/api/v1/audit?rule=cycle&rule=nope', '“rule” must be one of dangling, stale-uid, wrong-kind'],
  ])('are told what is expected: %s', async (url, title) => {
    const { app } = await scriptedApp();
    const answer = await app.inject({ url, headers: OWN });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().title).toContain(`The request is not understood: ${title}`);
  });

  it.each([
    ['{"uid":"a","propagationPolicy":"Sideways"}', '“propagationPolicy” must be one of Background'],
    [
      '{"uid":"a","propagationPolicy":"Orphan","dryRun":true}',
      'the body may not hold “dryRun”, only uid, propagationPolicy, release.',
    ],
    ['{"propagationPolicy":"Orphan"}', "the body must have required property 'uid'."],
    ['{"uid":"","propagationPolicy":"Orphan"}', '“uid” must not be empty.'],
    ['[]', 'the body must be object.'],
  ])('are told what is expected in their body: %s', async (payload, title) => {
    const { app } = await scriptedApp();
    const headers = { ...OWN_POST, 'content-type': 'application/json' };
    const url = '/api/v1/simulations';
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    expect(answer.json().title).toContain(`The request is not understood: ${title}`);
  });

  it('are limited to 16 KB', async () => {
    const { app } = await scriptedApp();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/simulations',
      headers: { ...OWN_POST, 'content-type': 'application/json' },
      payload: JSON.stringify({ uid: 'x'.repeat(20_000), propagationPolicy: 'Background' }),
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'body-too-large' });
  });

  it.each([
    ['no JSON', '{'],
    ['a poisoned prototype', '{"uid":"a","propagationPolicy":"Orphan","__proto__":{"x":1}}'],
    ['a poisoned constructor', '{"uid":"a","constructor":{"prototype":{"x":1}}}'],
    ['an unknown policy', '{"uid":"a","propagationPolicy":"Sideways"}'],
    ['an unknown field', '{"uid":"a","propagationPolicy":"Orphan","dryRun":true}'],
    ['no uid', '{"propagationPolicy":"Orphan"}'],
  ])('are refused when their body is %s', async (_, payload) => {
    const { app } = await scriptedApp();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/simulations',
      headers: { ...OWN_POST, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad-request' });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('learn nothing of what failed inside', async () => {
    const { app, scripted } = await scriptedApp();
    Object.defineProperty(scripted.cluster, 'health', {
      get: () => {
        throw new Error('secret inside');
      },
    });
    const answer = await app.inject({ url: '/readyz', headers: OWN });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'internal' });
    expect(answer.body).not.toContain('secret');
  });
});
