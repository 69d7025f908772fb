import { describe, expect, it } from 'vitest';
import { get, post, scriptedApp } from './support/scripted-app.ts';

const { app } = await scriptedApp();

describe('requests', () => {
  it.each([
    ['/graph.svg?theme=pink', '“theme” must be one of light, dark.'],
    ['/o/x.svg?depth=many', '“depth” must be integer.'],
    ['/o/x.dot?depth=1&zz=1', 'the query may not contain “zz”, only depth, theme, stack.'],
    ['/graph.svg?namespace=zz', 'the query may not contain “namespace”, only theme.'],
    ['/graph.dot?depth=-1', 'the query may not contain “depth”, and nothing else.'],
    ['/api/v1/terminating?uid=', '“uid” must not be empty.'],
    ['/api/v1/audit?rule=nope', '“rule” must be one of dangling, stale-uid, wrong-kind'],
    ['/api/v1/audit?rule=cycle&rule=nope', '“rule” must be one of dangling, stale-uid, wrong-kind'],
  ])('get an answer that says what is expected: %s', async (url, title) => {
    const answer = await get(app, url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().title).toMatch(/^Invalid request: /);
    expect(answer.json().title).toContain(title);
  });

  it.each([
    ['{"uids":["a"],"policies":["Sideways"]}', 'must be one of Background'],
    ['{"uids":["a"],"dryRun":true}', 'the body may not contain “dryRun”, only uids, policies.'],
    ['{"policies":["Orphan"]}', "the body must have required property 'uids'."],
    ['{"uids":[""]}', 'must not be empty.'],
    ['{"uids":[]}', 'must NOT have fewer than 1 items'],
    ['[]', 'the body must be object.'],
    ['{', 'Body is not valid JSON'],
    ['{"uids":["a"],"__proto__":{"x":1}}', 'Body is not valid JSON'],
    ['{"uids":["a"],"constructor":{"prototype":{"x":1}}}', 'Body is not valid JSON'],
  ])('are refused for their body, with what is expected: %s', async (payload, title) => {
    const answer = await post(app, '/api/v1/forecasts', payload);
    expect(answer.json()).toMatchObject({ status: 400, code: 'bad-request' });
    expect(answer.json().title).toContain(title);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('are limited to 16 KB', async () => {
    const answer = await post(app, '/api/v1/forecasts', { uids: ['x'.repeat(20_000)] });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'body-too-large' });
  });

  it('learn nothing of what failed inside', async () => {
    const { app: failing, scripted } = await scriptedApp();
    Object.defineProperty(scripted.cluster, 'health', {
      get: () => {
        throw new Error('secret inside');
      },
    });
    const answer = await get(failing, '/readyz');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'internal' });
    expect(answer.body).not.toContain('secret');
  });
});
