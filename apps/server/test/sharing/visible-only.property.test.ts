import { type ApiResource, groupResource, type ObjectMeta } from '@gcscope/gc-core';
import type { GraphDocument, Uid } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OidcProvider } from '../../src/sharing/oidc-provider.ts';
import type { OidcConfig } from '../../src/sharing/sign-in-config.ts';
import { KINDS, ownedBy, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { StreamReader } from '../routes/support/read-stream.ts';
import { registeredRoutes } from '../routes/support/registered-routes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { SharedApp } from './support/shared-app.ts';

const RUNS = propertyRuns(8);
const NAMESPACES = ['a', 'b'];
const TOKEN = 'token-of-ann';

/** One thing that happens in the cluster; `object` is one of those that were there before, or a new one. */
interface Happening {
  readonly kind: number;
  readonly namespace: number;
  readonly object: number;
  readonly what: 'put' | 'put' | 'delete' | 'terminate' | 'foreground';
  readonly owners: readonly { readonly object: number; readonly blocks: boolean }[];
  readonly finalizer: boolean;
}

const OBJECTS = 7;
const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.nat(KINDS.length - 1),
  namespace: fc.nat(NAMESPACES.length - 1),
  object: fc.nat(OBJECTS - 1),
  what: fc.constantFrom('put', 'put', 'put', 'delete', 'terminate', 'foreground'),
  owners: fc.array(fc.record({ object: fc.nat(OBJECTS - 1), blocks: fc.boolean() }), {
    maxLength: 2,
  }),
  finalizer: fc.boolean(),
});
/** Kinds that may be listed everywhere, and kinds that may be listed in a namespace. */
const granted = fc.record({
  whole: fc.array(fc.nat(KINDS.length - 1), { maxLength: 3 }),
  places: fc.array(fc.tuple(fc.nat(KINDS.length - 1), fc.nat(NAMESPACES.length - 1)), {
    maxLength: 5,
  }),
});

/** Rights as an API server would keep them. */
class Grants {
  readonly #granted = new Set<string>();

  constructor({
    whole,
    places,
  }: {
    readonly whole: readonly number[];
    readonly places: readonly (readonly [number, number])[];
  }) {
    for (const kind of whole) this.#granted.add(keyOf(KINDS[kind], ''));
    for (const [kind, namespace] of places)
      this.#granted.add(keyOf(KINDS[kind], NAMESPACES[namespace] ?? ''));
  }

  allows(resource: { group: string; resource: string }, namespace: string): boolean {
    return this.#granted.has(keyOf(resource, '')) || this.#granted.has(keyOf(resource, namespace));
  }
}

function keyOf(
  resource: { group: string; resource: string } | undefined,
  namespace: string,
): string {
  return resource ? `${groupResource(resource)} ${namespace}` : '';
}

/** A cluster in which only some of what happens does happen. */
class World {
  readonly scripted = new ScriptedCluster().sync();
  readonly alive = new Map<Uid, { readonly resource: ApiResource; readonly namespace: string }>();
  readonly #isThere: (resource: ApiResource, namespace: string) => boolean;

  constructor(isThere: (resource: ApiResource, namespace: string) => boolean) {
    this.#isThere = isThere;
  }

  happens(each: Happening, version: number): void {
    const { resource, namespace, uid, name } = identify(each);
    if (!this.#isThere(resource, namespace)) return;
    if (each.what === 'delete') {
      this.scripted.delete(resource, uid);
      this.alive.delete(uid);
      return;
    }
    this.alive.set(uid, { resource, namespace });
    this.scripted.put(resource, name, { uid, ...metaOf(each, namespace, version) });
  }
}

/** Objects of one number may be of several kinds and namespaces, with one name and uids of their own. */
function identify({ kind, namespace, object }: Pick<Happening, 'kind' | 'namespace' | 'object'>) {
  const resource = KINDS[kind % KINDS.length] as ApiResource;
  const place = resource.namespaced ? (NAMESPACES[namespace] ?? '') : '';
  return {
    resource,
    namespace: place,
    name: `n${object}`,
    uid: `u-${resource.resource}-${place}-${object}`,
  };
}

function metaOf(each: Happening, namespace: string, version: number): Partial<ObjectMeta> {
  const deletes = each.what === 'terminate' || each.what === 'foreground';
  const finalizers = [
    ...(each.what === 'foreground' ? ['foregroundDeletion'] : []),
    ...(each.finalizer ? ['example.com/hold'] : []),
  ];
  return {
    ...(namespace === '' ? {} : { namespace }),
    resourceVersion: String(1000 + version),
    ...(deletes ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    ...(finalizers.length > 0 ? { finalizers } : {}),
    ownerReferences: each.owners.map(({ object, blocks }, index) => {
      const owner = identify({
        kind: each.kind + object + index,
        namespace: each.namespace,
        object,
      });
      return ownedBy(owner.resource, owner.name, { uid: owner.uid, blockOwnerDeletion: blocks });
    }),
  };
}

type Ask = (uid: Uid) => readonly (string | readonly [url: string, body: object])[];

/** Routes that know nothing of the cluster, or say the same to everybody. */
const OPEN: Ask = () => [];
/** Without a uid, what is asked once. */
const once =
  (...urls: readonly string[]): Ask =>
  (uid) =>
    uid === '' ? urls : [];
const each =
  (ask: (uid: Uid) => readonly string[]): Ask =>
  (uid) =>
    ask(uid === '' ? 'no' : uid);
const PICTURES = ['.svg', '.json', '.mmd', '.dot'];
const DEBUG = '/debug/controllers/garbagecollector/graph';

/** What is asked of each registered route: a new route fails the test until it stands here. */
const ROUTES: Readonly<Record<string, Ask>> = {
  '*': once('/', '/kinds', '/nothing.txt'),
  '/livez': once('/livez?verbose'),
  '/readyz': once('/readyz?verbose', '/readyz?exclude=kinds/pods', '/readyz?exclude=nothing'),
  '/healthz': once('/healthz?verbose'),
  '/api/v1/session': once('/api/v1/session'),
  '/sign-in/oidc': OPEN,
  '/sign-in/oidc/callback': OPEN,
  '/api/v1/openapi.json': OPEN,
  '/api/v1/snapshot': once('/api/v1/snapshot', '/api/v1/snapshot?nothing=1'),
  '/api/v1/snapshot/structure': once('/api/v1/snapshot/structure'),
  '/api/v1/snapshot/identity': once('/api/v1/snapshot/identity?of=no', '/api/v1/snapshot/identity'),
  // Read from before the first change until the server ends.
  '/api/v1/stream': once('/api/v1/stream?nothing=1'),
  '/api/v1/objects/:uid': each((uid) => [`/api/v1/objects/${uid}`]),
  '/api/v1/objects/:uid/forecast': each((uid) => [`/api/v1/objects/${uid}/forecast`]),
  '/api/v1/forks': (uid) => [['/api/v1/forks', { uid }]],
  // The forks that the route above makes, and:
  '/api/v1/forks/:id': once('/api/v1/forks/never'),
  '/api/v1/forecasts': (uid) => [['/api/v1/forecasts', { uids: [uid] }]],
  '/api/v1/terminating': (uid) => [`/api/v1/terminating${uid === '' ? '' : `?uid=${uid}`}`],
  '/api/v1/activity': once(
    '/api/v1/activity',
    '/api/v1/activity?q=n1&kind=Pod&namespace=a',
    '/api/v1/activity?namespace=b',
    '/api/v1/activity?type=nothing',
  ),
  '/api/v1/labels': once('/api/v1/labels?selector=a', '/api/v1/labels?selector=(('),
  '/api/v1/labels/counts': once('/api/v1/labels/counts', '/api/v1/labels/counts?namespace=b'),
  '/api/v1/audit': once(
    '/api/v1/audit',
    '/api/v1/audit?namespace=b',
    '/api/v1/audit?kind=Nothing',
    '/api/v1/audit?rule=nothing',
  ),
  '/api/v1/nodes': (uid) => [`/api/v1/nodes${uid === '' ? '' : `?pod=${uid}`}`],
  '/api/v1/nodes/:name': once('/api/v1/nodes/n1'),
  '/debug/controllers/garbage-collector-controller/graph': once(
    '/debug/controllers/garbage-collector-controller/graph',
  ),
  [DEBUG]: (uid) => [`${DEBUG}${uid === '' ? '' : `?uid=${uid}`}`],
  '/o/:object': each((uid) => PICTURES.map((ending) => `/o/${uid}${ending}`)),
  '/graph.svg': once('/graph.svg', '/graph.svg?stack=all'),
  '/graph.json': once('/graph.json'),
  '/graph.mmd': once('/graph.mmd'),
  '/graph.dot': once('/graph.dot'),
};

/** Every answer of every route, but for what is made anew for each process. */
async function answers(shared: SharedApp, cookie: string, uids: readonly Uid[]): Promise<string[]> {
  const texts: string[] = [];
  const ask = async (url: string, body?: object) => {
    const answer = await (body ? shared.post(url, body, cookie) : shared.get(url, cookie));
    const said = { ...answer.headers, date: '' };
    const asked = `${url} ${JSON.stringify(body)}`;
    texts.push(plain(`${asked} ${answer.statusCode} ${JSON.stringify(said)}\n${answer.body}`));
    return answer;
  };
  const asked = ['', ...uids].flatMap((uid) => Object.values(ROUTES).flatMap((of) => of(uid)));
  // Not registered while people sign in, and not found then.
  for (const each of [...asked, '/metrics']) {
    if (typeof each === 'string') await ask(each);
    else {
      const made = await ask(...each);
      if (made.statusCode === 201) await ask(`/api/v1/forks/${made.json<{ id: string }>().id}`);
    }
  }
  return texts;
}

function plain(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/[0-9a-f]{8}-(\d+)/g, 'EPOCH-$1')
    .replace(/"content-length":"\d+"/g, '');
}

/** What the stream sends until the server ends. */
async function streamed(reader: StreamReader): Promise<string> {
  const blocks: string[] = [];
  for (let block = await reader.block(); block !== undefined; block = await reader.block()) {
    blocks.push(block);
  }
  return plain(blocks.join('\n\n'));
}

describe('a person', () => {
  it('is asked for on every route', async () => {
    const provider = new OidcProvider({} as OidcConfig);
    const shared = await SharedApp.start({ signIn: { provider } });
    const registered = (await registeredRoutes(shared.app)).map(({ path }) => path);
    await shared.stop();
    expect(Object.keys(ROUTES).sort()).toEqual(registered.sort());
  });

  it('gets the same answers whether what they may not list exists or not, and sees all that they may', async () => {
    let seen = 0;
    let hidden = 0;
    await fc.assert(
      fc.asyncProperty(
        granted,
        fc.array(happening, { minLength: 3, maxLength: 14 }),
        fc.array(happening, { maxLength: 6 }),
        async (grant, before, after) => {
          const grants = new Grants(grant);
          const isVisible = (resource: ApiResource, namespace: string) =>
            grants.allows(resource, namespace);
          const worlds = [new World(() => true), new World(isVisible)] as const;
          const apps = await Promise.all(
            worlds.map(({ scripted }) => SharedApp.start({ scripted })),
          );
          try {
            for (const { reviews } of apps) {
              reviews.tokens.set(TOKEN, 'ann');
              reviews.allows = ({ verb, namespace, ...asked }) =>
                verb === 'list' && grants.allows(asked, namespace);
            }
            const uids = [...new Set([...before, ...after].map((each) => identify(each).uid))];
            const happenBoth = (happenings: readonly Happening[], from: number): void => {
              happenings.forEach((each, index) => {
                for (const world of worlds) world.happens(each, from + index);
              });
              for (const { scripted } of worlds) scripted.tick();
            };
            happenBoth(before, 0);
            const cookies = await Promise.all(apps.map((app) => app.signIn(TOKEN)));
            const streams = await Promise.all(
              apps.map(async (app, index) =>
                StreamReader.open(`${await app.listen()}/api/v1/stream`, {
                  cookie: cookies[index] ?? '',
                }),
              ),
            );
            const ask = () =>
              Promise.all(apps.map((app, index) => answers(app, cookies[index] ?? '', uids)));
            const [whole, part] = await ask();
            expect(whole).toEqual(part);
            happenBoth(after, before.length);
            const [wholeLater, partLater] = await ask();
            expect(wholeLater).toEqual(partLater);
            // By then rights are asked for where there was nothing before.
            for (const { scripted } of worlds) scripted.clock.advance(60_000);
            const [wholeAnew, partAnew] = await ask();
            expect(wholeAnew).toEqual(partAnew);
            const document = (await apps[0]?.get('/graph.json', cookies[0]))?.json<GraphDocument>();
            const shown = document?.nodes.filter(({ virtual }) => !virtual).map(({ uid }) => uid);
            const listed = [...worlds[0].alive].filter(([, each]) =>
              isVisible(each.resource, each.namespace),
            );
            expect(shown?.sort()).toEqual(listed.map(([uid]) => uid).sort());
            seen += listed.length;
            hidden += worlds[0].alive.size - listed.length;
            for (const { viewers } of apps) viewers.close();
            const [wholeSent, partSent] = await Promise.all(streams.map(streamed));
            expect(wholeSent).toEqual(partSent);
          } finally {
            await Promise.all(apps.map((app) => app.stop()));
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(Math.min(seen, hidden)).toBeGreaterThan(RUNS / 2);
  }, 600_000);
});
