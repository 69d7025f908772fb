import { isNamespace, toDot } from '@gcscope/gc-core';
import type { GoneObject, NodeRecord, Timestamp, Uid } from '@gcscope/gc-core/wire';
import { layout, neighbourhood, type Rows, rowsOf, writeSvg } from '@gcscope/picture';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { RequestError } from '../errors.ts';
import { aftermathOf } from '../live/aftermath.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { partialGraph } from '../live/partial-graph.ts';
import type { Api } from './api.ts';
import { missingObject } from './missing-object.ts';
import type { Pages } from './pages.ts';
import { SELF_CONTAINED_POLICY } from './security-headers.ts';

/** Levels of owners and dependents in the picture of one object, as on its page. */
const DEFAULT_DEPTH = 2;

const closed = { additionalProperties: false };
const ThemeChoice = Type.Optional(
  Type.Enum(['light', 'dark'], { description: 'Of an SVG; light without it' }),
);
const GraphQuery = Type.Object({ theme: ThemeChoice }, closed);
const ObjectQuery = Type.Object(
  { depth: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })), theme: ThemeChoice },
  closed,
);

const Params = Type.Object({ object: Type.String() });
/** What is asked for beside the page of an object. */
const PICTURE = /\.(svg|dot)$/;

/** What the pictures need beside the cluster. */
export interface PictureDeps {
  readonly cluster: LiveCluster;
  readonly pages: Pages;
  /** Where the cards of a picture link to. */
  readonly linkBase: () => string;
}

/** `/graph.svg`, `/graph.dot`, `/o/<uid>.svg`, `/o/<uid>.dot`; `/o/<uid>` itself is a page. */
export function addPictureRoutes(app: Api, { cluster, pages, linkBase }: PictureDeps): void {
  const svg = (
    reply: FastifyReply,
    rows: Rows,
    theme: 'light' | 'dark',
    title: string,
    focus?: Uid,
  ): string => {
    const options = {
      theme,
      title,
      linkBase: linkBase(),
      ...(focus === undefined ? {} : { focus }),
    };
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('content-security-policy', SELF_CONTAINED_POLICY);
    return writeSvg(rows, layout(rows), options);
  };

  app.get(
    '/graph.svg',
    {
      schema: {
        operationId: 'getGraphSvg',
        summary: 'The whole graph as a picture',
        querystring: GraphQuery,
      },
    },
    async (request, reply) => {
      cluster.live.flush();
      const rows = rowsOf(cluster.live.records.values());
      reply.header('cache-control', 'no-cache');
      return svg(reply, rows, request.query.theme ?? 'light', cluster.info.context);
    },
  );
  app.get(
    '/graph.dot',
    { schema: { operationId: 'getGraphDot', summary: 'The whole graph as DOT' } },
    async (_request, reply) => {
      cluster.live.flush();
      reply.type('text/vnd.graphviz').header('cache-control', 'no-cache');
      return toDot(cluster.live.graph);
    },
  );
  app.get(
    '/o/:object',
    {
      schema: {
        operationId: 'getObjectPicture',
        summary:
          'One object with its owners and dependents: <uid>.svg, <uid>.dot; <uid> is its page',
        params: Params,
        querystring: ObjectQuery,
      },
      // The page reads its address itself and names what it does not understand.
      preValidation: async (request, reply) => {
        const { object } = request.params;
        return PICTURE.test(object) ? undefined : pages.send(reply);
      },
    },
    async (request, reply) => {
      const { object } = request.params;
      const form = PICTURE.exec(object)?.[1];
      const uid = object.slice(0, -4);
      cluster.live.flush();
      const { records } = cluster.live;
      const gone = cluster.history.tombstone(uid);
      const record = gone?.record ?? records.get(uid);
      // DOT is the collector's graph, which does not hold it any more.
      if (!record || (gone && form === 'dot')) throw missingObject(cluster, uid);
      const { depth, theme } = request.query;
      if (form === 'dot' && theme !== undefined) throw noTheme();
      reply.header('cache-control', 'no-cache');
      if (form === 'svg') {
        const rows = gone ? rowsAfter(cluster, gone) : rowsOf(near(cluster, uid, depth));
        return svg(reply, rows, theme ?? 'light', titleOf(record, gone?.at), uid);
      }
      reply.type('text/vnd.graphviz');
      return dotOf(cluster, uid, depth);
    },
  );
}

/** Everything connected with the object, or this many levels. */
function dotOf(cluster: LiveCluster, uid: Uid, depth: number | undefined): string {
  const { graph } = cluster.live;
  if (depth === undefined) return toDot(graph, [uid]);
  const uids = near(cluster, uid, depth).map((each) => each.uid);
  return toDot(partialGraph(graph, uids));
}

/** The object with its owners and dependents; of a Namespace also what is in it. */
function near({ live }: LiveCluster, uid: Uid, depth = DEFAULT_DEPTH): NodeRecord[] {
  const { graph, records } = live;
  const around = neighbourhood(records, uid, depth, (owner) =>
    [...(graph.get(owner)?.dependents ?? [])].map((dependent) => dependent.uid),
  );
  const object = graph.get(uid)?.identity;
  const inIt = object && isNamespace(object) ? live.names.leftIn(object) : [];
  return [...new Set([...around, ...[...inIt].flatMap((each) => records.get(each) ?? [])])];
}

/** What was around an object that is gone. */
function rowsAfter(cluster: LiveCluster, object: GoneObject): Rows {
  const { records, gone } = aftermathOf(cluster, object);
  return rowsOf(records, new Set(gone));
}

function noTheme(): RequestError {
  const title = 'Invalid request: DOT has no “theme”; “depth” may be given.';
  return new RequestError(400, 'bad-request', title);
}

function titleOf({ kind, namespace, name }: NodeRecord, gone: Timestamp | undefined): string {
  const title = `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
  return gone === undefined ? title : `${title}, gone since ${gone}`;
}
