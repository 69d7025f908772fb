import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOverHttp, configMap, startApiOverHttp } from '../support/api-over-http.ts';

const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const PATH = '/api/v1/namespaces/default/configmaps';

interface Listed {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
  readonly metadata: { readonly continue?: string; readonly resourceVersion: string };
}

/** A body that is taken for a list; what is not there fails the test. */
function listed(body: unknown): Listed {
  return body as Listed;
}

function namesOf(body: unknown): string[] {
  return listed(body).items.map(({ metadata }) => metadata.name);
}

describe('GET of collections and objects', () => {
  let api: ApiOverHttp;
  beforeAll(async () => {
    api = await startApiOverHttp([
      configMap('c', 'default', { labels: { app: 'x' } }),
      configMap('a', 'default'),
      configMap('b', 'default'),
      configMap('z', 'other'),
    ]);
  });
  afterAll(() => api.close());

  it('lists a namespace, or all, in the order of names', async () => {
    expect(namesOf((await api.request('GET', PATH)).body)).toEqual(['a', 'b', 'c']);
    const { body } = await api.request('GET', '/api/v1/configmaps');
    expect(namesOf(body)).toEqual(['a', 'b', 'c', 'z']);
    expect(body).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
  });

  it('selects by label and by field', async () => {
    expect(namesOf((await api.request('GET', `${PATH}?labelSelector=app%3Dx`)).body)).toEqual([
      'c',
    ]);
    const byName = await api.request('GET', `${PATH}?fieldSelector=metadata.name%3Db`);
    expect(namesOf(byName.body)).toEqual(['b']);
  });

  it('gives pages that add up to the whole list', async () => {
    const first = await api.request('GET', `${PATH}?limit=2`);
    const { metadata } = listed(first.body);
    expect(namesOf(first.body)).toEqual(['a', 'b']);
    expect(metadata).toMatchObject({ remainingItemCount: 1 });
    const token = encodeURIComponent(metadata.continue ?? '');
    const second = await api.request('GET', `${PATH}?limit=2&continue=${token}`);
    expect(namesOf(second.body)).toEqual(['c']);
    expect(listed(second.body).metadata).toEqual({
      resourceVersion: metadata.resourceVersion,
    });
  });

  it('[HT-01] gives metadata alone', async () => {
    const { body } = await api.request('GET', PATH, undefined, { accept: METADATA_LIST });
    expect(body).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(listed(body).items[0]).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: expect.objectContaining({ name: 'a', uid: 'default-a' }),
    });
  });

  it('gives a table with a name, columns of the kind and an age', async () => {
    const { body } = await api.request('GET', `${PATH}/a`, undefined, { accept: TABLE });
    expect(body.kind).toBe('Table');
    const columns = body.columnDefinitions as { name: string }[];
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    const [row] = body.rows as { cells: unknown[]; object: object }[];
    expect(row?.cells.slice(0, 2)).toEqual(['a', 1]);
    expect(row?.object).toMatchObject({ kind: 'PartialObjectMetadata' });
  });

  it('gives another served version of the same object', async () => {
    const hpa = { metadata: { name: 'h' }, spec: {} };
    const path = 'namespaces/default/horizontalpodautoscalers';
    await api.request('POST', `/apis/autoscaling/v1/${path}`, hpa);
    const { body } = await api.request('GET', `/apis/autoscaling/v2/${path}/h`);
    expect(body).toMatchObject({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' });
  });

  it.each([
    [`${PATH}?labelSelector=a%3Db%3Dc`, 400, 'BadRequest'],
    [`${PATH}?fieldSelector=data.key%3Dx`, 400, 'BadRequest'],
    [`${PATH}?resourceVersion=abc`, 400, 'BadRequest'],
    [`${PATH}?resourceVersion=99999999`, 504, 'Timeout'],
    [`${PATH}?continue=abc`, 400, 'BadRequest'],
    [`${PATH}?limit=-1`, 400, 'BadRequest'],
    [`${PATH}/nobody`, 404, 'NotFound'],
    ['/api/v1/configmaps/a', 404, 'NotFound'],
    ['/api/v1/namespaces/default/nodes', 404, 'NotFound'],
  ])('answers %s with %i %s', async (path, code, reason) => {
    const answer = await api.request('GET', path);
    expect(answer.code).toBe(code);
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', reason, code });
  });

  it('names the cause when a version lies ahead, as reflectors look for it', async () => {
    const { body } = await api.request('GET', `${PATH}?resourceVersion=99999999`);
    expect(body.details).toMatchObject({ causes: [{ reason: 'ResourceVersionTooLarge' }] });
  });

  it('answers 406 for what it cannot produce', async () => {
    const accept = 'application/vnd.kubernetes.protobuf';
    expect((await api.request('GET', PATH, undefined, { accept })).code).toBe(406);
    expect((await api.request('GET', `${PATH}/a`, undefined, { accept })).code).toBe(406);
    expect((await api.request('GET', '/apis', undefined, { accept })).code).toBe(406);
  });
});
