import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiOverHttp, configMap, startApiOverHttp } from '../support/api-over-http.ts';

const PATH = '/api/v1/namespaces/default/configmaps';
const HELD = configMap('held', 'default', { finalizers: ['example.com/hold'] });

describe('writes over HTTP', () => {
  let api: ApiOverHttp;
  beforeEach(async () => {
    api = await startApiOverHttp([configMap('a'), HELD]);
  });
  afterEach(() => api.close());

  it('creates with 201 and fills in type and namespace', async () => {
    const { code, body } = await api.request('POST', PATH, { metadata: { name: 'new' } });
    expect(code).toBe(201);
    expect(body).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'new', namespace: 'default' },
    });
  });

  it.each([
    ['Strict', 400],
    ['Warn', 201],
    ['Often', 422],
  ])('[VA-14] answers unknown fields as fieldValidation=%s asks, with %i', async (how, code) => {
    const body = { ...configMap('new'), colour: 'red' };
    expect((await api.request('POST', `${PATH}?fieldValidation=${how}`, body)).code).toBe(code);
  });

  it('replaces with PUT and refuses a stale version with 409', async () => {
    const { body } = await api.request('GET', `${PATH}/a`);
    const changed = { ...body, data: { key: 'other' } };
    expect((await api.request('PUT', `${PATH}/a`, changed)).code).toBe(200);
    const stale = await api.request('PUT', `${PATH}/a`, changed);
    expect(stale.code).toBe(409);
    expect(stale.body.reason).toBe('Conflict');
  });

  it.each([
    ['application/merge-patch+json', { data: { key: 'new' } }],
    ['application/strategic-merge-patch+json', { data: { key: 'new' } }],
    ['application/json-patch+json', [{ op: 'replace', path: '/data/key', value: 'new' }]],
  ])('patches by %s', async (type, patch) => {
    const answer = await api.request('PATCH', `${PATH}/a`, patch, { 'content-type': type });
    expect(answer.code).toBe(200);
    expect(answer.body.data).toEqual({ key: 'new' });
  });

  it('[PA-01] answers 415 to server-side apply and to a strategic merge patch of a custom resource', async () => {
    const apply = { 'content-type': 'application/apply-patch+yaml' };
    expect((await api.request('PATCH', `${PATH}/a`, {}, apply)).code).toBe(415);
    const path = '/apis/example.com/v1/namespaces/default/databases';
    await api.request('POST', path, { metadata: { name: 'd' } });
    const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
    expect((await api.request('PATCH', `${path}/d`, {}, strategic)).code).toBe(415);
  });

  it('[API-01] takes the options from the body or, without one, from the query', async () => {
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Foreground' };
    const byBody = await api.request('DELETE', `${PATH}/a`, options);
    expect(byBody.body.metadata).toMatchObject({ finalizers: ['foregroundDeletion'] });
    const dryRun = await api.request('DELETE', `${PATH}/held?orphanDependents=true&dryRun=All`);
    expect(dryRun.body.metadata).toMatchObject({ finalizers: ['example.com/hold', 'orphan'] });
    const byQuery = await api.request('DELETE', `${PATH}/held?propagationPolicy=Orphan`);
    expect(byQuery.body.metadata).toMatchObject({ finalizers: ['example.com/hold', 'orphan'] });
  });

  it('[API-47] answers 202 to orphanDependents: false on an object that stays', async () => {
    const answer = await api.request('DELETE', `${PATH}/held`, { orphanDependents: false });
    expect(answer.code).toBe(202);
  });

  it('[API-49] deletes a collection narrowed by a selector', async () => {
    await api.request('POST', PATH, { metadata: { name: 'x', labels: { app: 'x' } } });
    expect((await api.request('DELETE', `${PATH}?labelSelector=app%3Dx`)).code).toBe(200);
    expect((await api.request('GET', `${PATH}/x`)).code).toBe(404);
    expect((await api.request('GET', `${PATH}/a`)).code).toBe(200);
    expect((await api.request('DELETE', '/api/v1/configmaps')).code).toBe(405);
  });

  it('[API-76] warns when a Job is deleted without a policy', async () => {
    const path = '/apis/batch/v1/namespaces/default/jobs';
    await api.request('POST', path, { metadata: { name: 'j' } });
    const { headers } = await api.request('DELETE', `${path}/j`);
    expect(headers.get('warning')).toContain('child pods are preserved by default');
  });

  it('[NS-14] finalizes a namespace through its subresource', async () => {
    await api.request('POST', '/api/v1/namespaces', { metadata: { name: 'gone' } });
    const { body } = await api.request('DELETE', '/api/v1/namespaces/gone');
    expect(body).toMatchObject({ status: { phase: 'Terminating' } });
    const finalized = { ...body, spec: { finalizers: [] } };
    expect((await api.request('PUT', '/api/v1/namespaces/gone/finalize', finalized)).code).toBe(
      200,
    );
    expect((await api.request('GET', '/api/v1/namespaces/gone')).code).toBe(404);
  });

  it('reads and sets the scale of a Deployment', async () => {
    const path = '/apis/apps/v1/namespaces/default/deployments';
    await api.request('POST', path, { metadata: { name: 'd' }, spec: { replicas: 2 } });
    const merge = { 'content-type': 'application/merge-patch+json' };
    await api.request('PATCH', `${path}/d/scale`, { spec: { replicas: 5 } }, merge);
    const { body } = await api.request('GET', `${path}/d/scale`);
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } });
    expect((await api.request('PUT', `${path}/d/scale`, { spec: { replicas: -1 } })).code).toBe(
      422,
    );
  });

  it.each([
    ['POST', PATH, '{"metadata":', 400, 'not valid JSON'],
    ['POST', PATH, '[]', 400, 'not a JSON object'],
    [
      'POST',
      PATH,
      { kind: 'Secret', metadata: { name: 's' } },
      400,
      'must be v1 ConfigMap, not v1 Secret',
    ],
    ['POST', PATH, { metadata: { name: 'x', namespace: 'other' } }, 400, 'namespace'],
    ['POST', PATH, { metadata: 'x' }, 400, 'metadata'],
    ['POST', PATH, { metadata: { name: 'a' } }, 409, 'already exists'],
    ['POST', '/api/v1/configmaps', { metadata: { name: 'x' } }, 405, 'does not allow'],
    [
      'PUT',
      `${PATH}/a`,
      { metadata: { name: 'b' } },
      400,
      'the name of the object is b, and the URL names a',
    ],
    ['DELETE', `${PATH}/a`, { gracePeriodSeconds: 'soon' }, 400, 'gracePeriodSeconds'],
    ['DELETE', `${PATH}/a?gracePeriodSeconds=x`, undefined, 400, 'gracePeriodSeconds'],
    ['DELETE', `${PATH}/a?orphanDependents=maybe`, undefined, 400, 'orphanDependents'],
    ['DELETE', `${PATH}/a`, { preconditions: 'none' }, 400, 'preconditions'],
    ['DELETE', `${PATH}/a`, { dryRun: 'All' }, 400, 'dryRun'],
    ['DELETE', `${PATH}/nobody`, undefined, 404, 'not found'],
    ['PUT', PATH, {}, 405, 'does not allow'],
    ['GET', `${PATH}/a/log`, undefined, 404, 'could not find'],
  ])('answers %s %s %j with %i', async (method, path, body, code, sentence) => {
    const answer = await api.request(method, path, body);
    expect(answer.code).toBe(code);
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code });
    expect(answer.body.message).toContain(sentence);
  });

  it('refuses a body that is no JSON or too large', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    expect((await api.request('POST', PATH, 'kind: ConfigMap', yaml)).code).toBe(415);
    const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf' };
    expect((await api.request('POST', PATH, 'k8s', protobuf)).code).toBe(400);
    const large = JSON.stringify({ metadata: { name: 'l' }, data: { x: 'y'.repeat(3_200_000) } });
    const answer = await api.request('POST', PATH, large);
    expect(answer.code).toBe(413);
    expect(answer.body.reason).toBe('RequestEntityTooLarge');
  });

  it('writes nothing when it could not send the answer', async () => {
    const headers = { accept: 'application/yaml', 'content-type': 'application/json' };
    const { code } = await api.request('POST', PATH, { metadata: { name: 'n' } }, headers);
    expect(code).toBe(406);
    expect((await api.request('GET', `${PATH}/n`)).code).toBe(404);
  });
});
