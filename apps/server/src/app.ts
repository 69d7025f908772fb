import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { schemaFault } from './errors.ts';
import type { NamespaceReader } from './insight/namespace-reader.ts';
import type { LabelReader } from './live/label-reader.ts';
import type { LiveCluster } from './live/live-cluster.ts';
import type { OwnerProbe } from './live/owner-probe.ts';
import type { NodeSource } from './node-source/node-source.ts';
import { addActivityRoute } from './routes/activity.ts';
import type { ServerAddress } from './routes/address.ts';
import { addProblemAnswers } from './routes/answer-problem.ts';
import { answerSchemas } from './routes/answer-schemas.ts';
import type { Api } from './routes/api.ts';
import { addAuditRoute } from './routes/audit.ts';
import { addClosedQueries } from './routes/closed-queries.ts';
import { addDebugGraphRoutes } from './routes/debug-graph.ts';
import { addForecastRoutes } from './routes/forecasts.ts';
import { addForkRoutes } from './routes/forks.ts';
import { addGuard } from './routes/guard.ts';
import { addLabelRoutes } from './routes/labels.ts';
import { addNodeRoutes } from './routes/nodes.ts';
import { addObjectRoute } from './routes/objects.ts';
import { addPages } from './routes/pages.ts';
import { addPictureRoutes } from './routes/pictures.ts';
import { addSecurityHeaders } from './routes/security-headers.ts';
import { addSnapshotRoute } from './routes/snapshot.ts';
import { endSpareConnections } from './routes/spare-connections.ts';
import { addStreamRoute } from './routes/stream.ts';
import { addTerminatingRoute } from './routes/terminating.ts';
import { addTurns } from './routes/turns.ts';
import { addAddressCheck, routable } from './routes/written-address.ts';
import { Telemetry } from './telemetry/telemetry.ts';
import { VERSION } from './version.ts';

const CLOSED = 'The server refuses unknown fields of queries and bodies with 400.';
const BODY_LIMIT = 16 * 1024;
/** A uid may be any text of any length; what Node's own limit of a request line lets through is looked up. */
const PARAM_LIMIT = 256 * 1024;

/** What the application serves and how. */
export interface AppDeps {
  readonly cluster: LiveCluster;
  /** Reads spec and status of a Namespace; without it only its metadata is known. */
  readonly readNamespace?: NamespaceReader;
  /** Asks for owners that nobody watches; without it they are not verified. */
  readonly probeOwners?: OwnerProbe;
  /** Asks for labels; without it nobody knows them. */
  readonly readLabels?: LabelReader;
  /** Nodes whose containers are read; none without it. */
  readonly nodes?: readonly NodeSource[];
  /** What it tells those who run it. */
  readonly telemetry?: Telemetry;
  /** Known once the server listens. */
  readonly address: () => ServerAddress;
  /** Folder of the built pages; without it the pages say how to build them. */
  readonly webRoot?: string;
  readonly log?: FastifyBaseLogger;
}

/** The application with every plugin and route; not listening yet. */
export async function buildApp(deps: AppDeps): Promise<Api> {
  const { cluster, readNamespace, probeOwners, address, webRoot, log } = deps;
  const telemetry = deps.telemetry ?? new Telemetry(cluster);
  const app: Api = fastify({
    ...(log ? { loggerInstance: log } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // Whoever sends a request byte by byte does not hold a connection for long.
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    // `verbose`: an error knows what would have been allowed.
    ajv: { customOptions: { removeAdditional: false, verbose: true } },
    schemaErrorFormatter: schemaFault,
    rewriteUrl: ({ url }) => routable(url ?? '/'),
  }).withTypeProvider<TypeBoxTypeProvider>();
  addProblemAnswers(app, () => address().url);
  // Wire types are plain data; schemas document them and must not drop what they do not list.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeContentTypeParser('text/plain');

  addGuard(app, address);
  await addSecurityHeaders(app);
  addAddressCheck(app);
  addClosedQueries(app);
  addTurns(app);
  endSpareConnections(app);
  const info = { title: 'gcscope', version: VERSION, description: CLOSED };
  await app.register(swagger, { openapi: { openapi: '3.1.0', info } });
  const pages = await addPages(app, webRoot);
  app.addHook('preClose', async () => {
    telemetry.isClosing = true;
  });
  telemetry.addRoutes(app);
  addSnapshotRoute(app, cluster);
  addStreamRoute(app, cluster, telemetry.streams);
  addObjectRoute(app, cluster, probeOwners);
  addForkRoutes(app, cluster);
  addForecastRoutes(app, cluster, readNamespace);
  addTerminatingRoute(app, cluster, readNamespace);
  addActivityRoute(app, cluster);
  addLabelRoutes(app, cluster, deps.readLabels);
  addAuditRoute(app, cluster, probeOwners);
  addNodeRoutes(app, cluster, deps.nodes ?? []);
  addDebugGraphRoutes(app, cluster);
  addPictureRoutes(app, { cluster, pages, linkBase: () => address().url });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => ({
    ...app.swagger(),
    components: { schemas: await answerSchemas() },
  }));
  return app;
}
