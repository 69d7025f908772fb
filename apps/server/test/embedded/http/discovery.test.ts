import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOverHttp, startApiOverHttp } from '../support/api-over-http.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

describe('discovery over HTTP', () => {
  let api: ApiOverHttp;
  beforeAll(async () => {
    api = await startApiOverHttp();
  });
  afterAll(() => api.close());

  it('lists the groups the old way', async () => {
    const core = await api.request('GET', '/api');
    expect(core.body).toEqual({ kind: 'APIVersions', versions: ['v1'] });
    const { body } = await api.request('GET', '/apis');
    expect(body.kind).toBe('APIGroupList');
    expect(body.groups).toContainEqual({
      name: 'autoscaling',
      versions: [
        { groupVersion: 'autoscaling/v2', version: 'v2' },
        { groupVersion: 'autoscaling/v1', version: 'v1' },
      ],
      preferredVersion: { groupVersion: 'autoscaling/v2', version: 'v2' },
    });
  });

  it('[MO-01] lists the resources of a group version with all verbs', async () => {
    const { body } = await api.request('GET', '/apis/apps/v1');
    expect(body).toMatchObject({ kind: 'APIResourceList', groupVersion: 'apps/v1' });
    expect(body.resources).toContainEqual(
      expect.objectContaining({
        name: 'deployments',
        kind: 'Deployment',
        namespaced: true,
        shortNames: ['deploy'],
        verbs: expect.arrayContaining(['delete', 'list', 'watch']),
      }),
    );
    expect(body.resources).toContainEqual(
      expect.objectContaining({ name: 'deployments/scale', kind: 'Scale', group: 'autoscaling' }),
    );
  });

  it('[KM-05] [KM-06] lists what is served and cannot be watched, with its verbs', async () => {
    const { body } = await api.request('GET', '/api/v1');
    const named = (name: string): object[] =>
      (body.resources as { name: string }[]).filter((each) => each.name.startsWith(name));
    expect(named('bindings')).toEqual([
      expect.objectContaining({ kind: 'Binding', namespaced: true, verbs: ['create'] }),
    ]);
    expect(named('componentstatuses')).toEqual([
      expect.objectContaining({ namespaced: false, shortNames: ['cs'], verbs: ['get', 'list'] }),
    ]);
  });

  it('aggregates all groups in one answer when asked to', async () => {
    const { body, headers } = await api.request('GET', '/apis', undefined, {
      accept: `${AGGREGATED},application/json`,
    });
    expect(headers.get('content-type')).toContain('as=APIGroupDiscoveryList');
    expect(body).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
    });
    expect(body.items).toContainEqual(
      expect.objectContaining({
        metadata: { name: 'example.com' },
        versions: [
          expect.objectContaining({
            version: 'v1',
            resources: [expect.objectContaining({ resource: 'databases', scope: 'Namespaced' })],
          }),
        ],
      }),
    );
  });

  it('says that the server validates fields itself, which kubectl asks before it creates', async () => {
    const index = await api.request('GET', '/openapi/v3');
    expect(index.body.paths).toHaveProperty(['apis/apps/v1']);
    const { body } = await api.request('GET', '/openapi/v3/apis/apps/v1');
    expect(body.paths).toHaveProperty(
      ['/apis/apps/v1/namespaces/{namespace}/deployments/{name}', 'patch', 'parameters', 0, 'name'],
      'fieldValidation',
    );
  });

  it.each([
    '/apis/nothing.example.com',
    '/apis/apps/v9',
    '/api/v1/nothings',
    '/api/v1/namespaces/default/bindings/any',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews/any',
    '/api/v1/namespaces/default/configmaplists/any',
    '/nothing',
    '/apis/%zz',
  ])('answers 404 under %s', async (path) => {
    const { code, body } = await api.request('GET', path);
    expect(code).toBe(404);
    expect(body).toMatchObject({ kind: 'Status', reason: 'NotFound', code: 404 });
  });

  it.each([
    ['127.0.0.1:8001', 200],
    ['localhost:80', 200],
    ['LOCALHOST', 200],
    ['[::1]:8001', 200],
    ['evil.example:8001', 403],
    ['127.0.0.1.evil.example', 403],
    ['[::2]:1', 403],
  ])('answers as %s with %i', async (host, code) => {
    const { statusCode, body } = await request(`${api.url}/api`, { headers: { host } });
    expect([statusCode, (await body.text()).includes('loopback names only')]).toEqual([
      code,
      code === 403,
    ]);
  });

  it('refuses web pages', async () => {
    const foreign = await api.request('GET', '/api', undefined, { origin: 'http://evil.example' });
    expect(foreign.code).toBe(403);
    expect(foreign.body.message).toContain('web pages');
  });
});
