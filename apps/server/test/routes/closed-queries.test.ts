import '@fastify/swagger';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../src/routes/api.ts';
import { PODS } from '../live/support/scripted-cluster.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { get, OWN, post, scriptedApp } from './support/scripted-app.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** What its query may hold, as the OpenAPI document says. */
  readonly known: readonly string[];
  readonly operation: Operation;
}

/** What is well understood but for its query. */
const BODIES: Readonly<Record<string, object>> = {
  forkCluster: { uid: 'pod-a' },
  forecastSelection: { uids: ['pod-a'] },
};

async function served(): Promise<{ app: Api; routes: Route[] }> {
  const { app, scripted } = await scriptedApp();
  scripted.put(PODS, 'a');
  scripted.tick();
  await app.ready();
  const paths = app.swagger().paths as Record<string, Record<string, Operation>>;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Route[] => {
      // DG-07: as the collector's own endpoint, it ignores what it does not know.
      if (path.startsWith('/debug/') || (method !== 'get' && method !== 'post')) return [];
      const url = path.replace('{object}', 'pod-a.svg').replaceAll(/\{\w+\}/g, 'pod-a');
      const query = operation.parameters?.filter((each) => each.in === 'query') ?? [];
      const known = query.map(({ name }) => name);
      const required = query.filter(({ required }) => required).map(({ name }) => `${name}=1&`);
      const whole = `${url}?${required.join('')}`;
      return [{ method: method === 'get' ? 'GET' : 'POST', url: whole, known, operation }];
    }),
  );
  return { app, routes };
}

describe('an unknown key of a query', () => {
  it('is refused by every route that the OpenAPI document lists, with what is allowed', async () => {
    const { app, routes } = await served();
    expect(routes.length).toBeGreaterThanOrEqual(14);
    const hidden: Route = {
      method: 'GET',
      url: '/api/v1/openapi.json?',
      known: [],
      operation: { operationId: 'openapi', responses: { 400: {} } },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes, hidden),
        fc.oneof(
          fc.constantFrom('depth', 'namespace', 'uid', 'policy', 'constructor', '__proto__', ''),
          fc.string({ unit: 'grapheme', minLength: 1 }),
        ),
        async ({ method, url, known, operation }, key) => {
          fc.pre(!known.includes(key));
          const asked = `${url}${encodeURIComponent(key)}=1`;
          const body = BODIES[operation.operationId] ?? {};
          const answer = await (method === 'GET' ? get(app, asked) : post(app, asked, body));
          expect(answer.json()).toMatchObject({ status: 400, code: 'bad-request' });
          const only = known.length === 0 ? 'and nothing else' : `only ${known.join(', ')}`;
          expect(answer.json().title).toContain(`may not contain “${key}”, ${only}.`);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is refused where the document says so: each route lists the answer 400', async () => {
    const { routes } = await served();
    const open = routes.filter(({ operation }) => !('400' in operation.responses));
    expect(open.map(({ url }) => url)).toEqual([]);
  });

  it('is no matter to pages and probes', async () => {
    const { app } = await served();
    expect((await get(app, '/livez?verbose')).statusCode).toBe(200);
    const page = await app.inject({
      url: '/o/pod-a?anything=1',
      headers: { ...OWN, accept: 'text/html' },
    });
    expect(page.body).toContain('The pages of gcscope are not built.');
  });
});
