import type { BlockList } from 'node:net';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { KUBELET_SCENARIO_SCHEMA } from '@gcscope/gc-core';
import { Ajv } from 'ajv';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { schemaFault } from '../base/errors.ts';
import { VERSION } from '../base/version.ts';
import type { ClusterSources } from '../insight/cluster-sources.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import type { TlsConfig } from '../sharing/sign-in-config.ts';
import { View } from '../sharing/view.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { addGatedAccess, addOpenAccess } from './access.ts';
import { addActivityRoute } from './activity.ts';
import type { ServerAddress } from './address.ts';
import { addProblemAnswers } from './answer-problem.ts';
import { answerSchemas } from './answer-schemas.ts';
import { type Api, addClosedQueries } from './api.ts';
import { addAuditRoute } from './audit.ts';
import { endPipelines, endSpareConnections } from './connections.ts';
import { addDebugGraphRoutes } from './debug-graph.ts';
import { addForecastRoutes } from './forecasts.ts';
import { addForkRoutes } from './forks.ts';
import { addGuard } from './guard.ts';
import { addLabelRoutes } from './labels.ts';
import { addNodeRoutes } from './nodes.ts';
import { addObjectRoute } from './objects.ts';
import { addOidcRoutes } from './oidc.ts';
import { addPages } from './pages.ts';
import { addPictureRoutes } from './pictures.ts';
import { addProxyOnly } from './proxy-identity.ts';
import { MOST_DRAWN } from './require-drawable.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addSessionRoutes, type SignIn, signInGate } from './sign-in.ts';
import { addSnapshotRoutes } from './snapshot.ts';
import { addStreamRoute } from './stream.ts';
import { addTerminatingRoute } from './terminating.ts';
import { addTurns } from './turns.ts';
import { addAddressCheck, routable } from './written-address.ts';

const CLOSED = 'The server refuses unknown fields of queries and bodies with 400.';
/**
 * A whole request must arrive within this time; Node checks every five seconds. Node applies the limit to bodies only if the
 * limit for headers is not longer.
 */
const REQUEST_TIMEOUT = 30_000;
const CONNECTIONS = { headersTimeout: REQUEST_TIMEOUT, connectionsCheckingInterval: 5000 };
const BODY_LIMIT = 16 * 1024;
/** A uid may be a text of any length, so only Node's limit for the request line applies to it. */
const PARAM_LIMIT = 256 * 1024;
/** One for all applications of a process, because it keeps compiled schemas. With `verbose`, an error contains the allowed values. */
const VALIDATOR = new Ajv({ coerceTypes: 'array', useDefaults: true, verbose: true });

export interface AppDeps extends ClusterSources {
  readonly cluster: LiveCluster;
  /** Nodes whose containers are read; none without it. */
  readonly nodes?: readonly NodeSource[] | undefined;
  /** Metrics and probes. */
  readonly telemetry?: Telemetry;
  /** People who sign in; without it, every client sees the whole cluster. */
  readonly signIn?: SignIn | undefined;
  /** Without it the server speaks plain http. */
  readonly tls?: TlsConfig | undefined;
  /** The proxies that end TLS: no other machine may connect. */
  readonly trustedProxies?: BlockList | undefined;
  /** Known once the server listens. */
  readonly address: () => ServerAddress;
  /** Folder of the built pages; without it the pages say how to build them. */
  readonly webRoot?: string | undefined;
  readonly log?: FastifyBaseLogger;
  /** Most objects in one picture, DOT or JSON. */
  readonly mostDrawn?: number;
}

/** The application with every plugin and route; not listening yet. */
export async function buildApp(deps: AppDeps): Promise<Api> {
  const { cluster, nodes = [], signIn, tls, trustedProxies, address, webRoot, log } = deps;
  const { mostDrawn = MOST_DRAWN } = deps;
  const telemetry = deps.telemetry ?? new Telemetry(cluster);
  const app: Api = fastify({
    ...(log ? { loggerInstance: log } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // A client that sends a request byte by byte does not keep a connection for long.
    requestTimeout: REQUEST_TIMEOUT,
    http: CONNECTIONS,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    schemaErrorFormatter: schemaFault,
    rewriteUrl: ({ url }) => routable(url ?? '/'),
    // Fastify gives such a server another type, but the same routes.
    ...((tls
      ? { https: { ...CONNECTIONS, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' } }
      : {}) as object),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(({ schema }) => VALIDATOR.compile(schema));
  addProblemAnswers(app, () => address().url, cluster.clock);
  // Wire types are plain data; schemas document them and must not drop what they do not list.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeContentTypeParser('text/plain');

  endPipelines(app);
  if (trustedProxies && !tls) addProxyOnly(app, trustedProxies);
  addGuard(app, address);
  await addSecurityHeaders(app);
  addAddressCheck(app);
  await app.register(cookie);
  if (signIn) addGatedAccess(app, signInGate(signIn));
  else {
    const view = new View(cluster, deps);
    addOpenAccess(app, { view, nodes, subscribe: () => () => {} });
  }
  addClosedQueries(app);
  addTurns(app);
  endSpareConnections(app);
  const info = { title: 'gcscope', version: VERSION, description: CLOSED };
  await app.register(swagger, { openapi: { openapi: '3.1.0', info } });
  const pages = await addPages(app, webRoot);
  app.addHook('preClose', async () => {
    telemetry.isClosing = true;
  });
  telemetry.addRoutes(app, signIn ? 'strangers' : 'operators');
  addSessionRoutes(app, signIn);
  if (signIn?.provider) {
    const { provider, viewers, sessions } = signIn;
    const home = (): string => address().url;
    addOidcRoutes(app, { clock: cluster.clock, provider, viewers, sessions, home });
  }
  addSnapshotRoutes(app);
  addStreamRoute(app, telemetry.streams);
  addObjectRoute(app);
  addForkRoutes(app);
  addForecastRoutes(app);
  addTerminatingRoute(app);
  addActivityRoute(app);
  addLabelRoutes(app);
  addAuditRoute(app);
  addNodeRoutes(app);
  addDebugGraphRoutes(app, mostDrawn);
  addPictureRoutes(app, { pages, linkBase: () => address().url, most: mostDrawn });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => ({
    ...app.swagger(),
    components: {
      schemas: { ...(await answerSchemas()), KubeletScenario: KUBELET_SCENARIO_SCHEMA },
    },
  }));
  return app;
}
