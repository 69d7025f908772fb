import { isNamespace, toDot } from '@gcscope/gc-core';
import {
  absentIn,
  formatTimestamp,
  graphDocument,
  type NodeRecord,
  type SavedView,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import {
  drawView,
  neighbourhood,
  rowsOf,
  type StackOptions,
  type Theme,
  writeMermaid,
} from '@gcscope/picture';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import { aftermathOf } from '../live/aftermath.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { partialGraph } from '../live/partial-graph.ts';
import { type Api, answer, closed, operation } from './api.ts';
import { missingObject } from './missing-object.ts';
import type { Pages } from './pages.ts';
import { Texts, textsOf } from './repeated.ts';
import { requireDrawable, requireDrawableFrom } from './require-drawable.ts';
import { SELF_CONTAINED_POLICY } from './security-headers.ts';

/** Levels of owners and dependents in the picture of one object, as on its page. */
const DEFAULT_DEPTH = 2;

const ThemeChoice = Type.Optional(
  Type.Enum(['light', 'dark'], { description: 'Theme of an SVG; light by default' }),
);
const GraphQuery = closed({ theme: ThemeChoice });
const ObjectQuery = closed({
  depth: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  theme: ThemeChoice,
  /** The open stacks of siblings of an SVG, or `all`, as in the address of its page. */
  stack: Type.Optional(Texts),
});

const Params = Type.Object({ object: Type.String() });
/** The forms of a graph by the ending of their address. */
const FORMS = {
  svg: 'image/svg+xml; charset=utf-8',
  dot: 'text/vnd.graphviz',
  json: 'application/json; charset=utf-8',
  // Mermaid has no media type of its own that a browser shows.
  mmd: 'text/plain; charset=utf-8',
} as const;
type Form = keyof typeof FORMS;
/** The address of an object with the extension of a picture or document. */
const PICTURE = /^(.*)\.(svg|dot|json|mmd)$/s;

/** Whether the parameters of `/o/:object` ask for a picture, and not for the page. */
export function isPicture(params: unknown): boolean {
  return PICTURE.test((params as { readonly object?: string }).object ?? '');
}

/** The records to send, and the fields of the view itself. */
interface View {
  readonly records: readonly NodeRecord[];
  readonly saved: SavedView;
  /** How siblings stack in an SVG; absent if they do not. */
  readonly stacks?: StackOptions | undefined;
}

export interface PictureDeps {
  readonly pages: Pages;
  /** Where the cards of a picture link to. */
  readonly linkBase: () => string;
  /** Objects that are drawn at once. */
  readonly most: number;
}

/** `/graph.svg`, `/graph.dot`, `/o/<uid>.svg` and so on in each form; `/o/<uid>` itself is a page. */
export function addPictureRoutes(app: Api, { pages, linkBase, most }: PictureDeps): void {
  const send = (reply: FastifyReply, form: Form, view: View, theme: Theme = 'light'): string => {
    requireDrawable(view.records.length, most);
    reply.type(FORMS[form]).header('cache-control', 'no-cache');
    if (form === 'json') return JSON.stringify(graphDocument(view.saved, view.records));
    if (form === 'mmd') return mermaidOf(view);
    reply.header('content-security-policy', SELF_CONTAINED_POLICY);
    const { records, saved, stacks } = view;
    return drawView(records, saved, { theme, linkBase: linkBase(), stacks });
  };

  app.get(
    '/graph.svg',
    operation('getGraphSvg', 'The whole graph as a picture that you can open again in the page', {
      querystring: GraphQuery,
    }),
    async (request, reply) => send(reply, 'svg', whole(request, most), request.query.theme),
  );
  app.get(
    '/graph.json',
    operation('getGraphJson', 'The whole graph as JSON', {
      response: { 200: answer('GraphDocument') },
    }),
    async (request, reply) => {
      const { saved, records } = whole(request, most);
      reply.header('cache-control', 'no-cache');
      return graphDocument(saved, records);
    },
  );
  app.get(
    '/graph.mmd',
    operation(
      'getGraphMermaid',
      'The whole graph as a Mermaid flowchart, unless Mermaid would refuse to draw it',
      {},
    ),
    async (request, reply) => send(reply, 'mmd', whole(request, most)),
  );
  app.get(
    '/graph.dot',
    { schema: { operationId: 'getGraphDot', summary: 'The whole graph as DOT' } },
    async (request, reply) => {
      const { live } = request.access.view.cluster;
      live.flush();
      requireDrawable(live.graph.size, most);
      reply.type(FORMS.dot).header('cache-control', 'no-cache');
      return toDot(live.graph);
    },
  );
  app.get(
    '/o/:object',
    {
      schema: {
        operationId: 'getObjectPicture',
        summary:
          'One object with its owners and dependents: <uid>.svg, .dot, .json, .mmd (Mermaid); <uid> is its page',
        params: Params,
        querystring: ObjectQuery,
      },
      // The page reads its address itself and names what it does not understand.
      preValidation: async (request, reply) =>
        isPicture(request.params) ? undefined : pages.send(reply),
    },
    async (request, reply) => {
      const [, uid = '', ending] = PICTURE.exec(request.params.object) ?? [];
      const form = ending as Form;
      const { cluster } = request.access.view;
      cluster.live.flush();
      const gone = cluster.history.tombstone(uid);
      const record = gone?.record ?? cluster.live.records.get(uid);
      // DOT is the collector's graph, which does not hold it any more.
      if (!record || (gone && form === 'dot')) throw missingObject(cluster, uid);
      const { depth, theme, stack } = request.query;
      if (form !== 'svg') refuseBesideSvg({ theme, stack });
      if (form === 'dot') {
        reply.type(FORMS.dot).header('cache-control', 'no-cache');
        return dotOf(cluster, uid, depth, most);
      }
      const saved = { title: titleOf(record, gone?.at), savedAt: nowIn(cluster), focus: uid };
      if (!gone) {
        const stacks = stacksOf(cluster, uid, textsOf(stack));
        return send(reply, form, { records: near(cluster, uid, depth), saved, stacks }, theme);
      }
      // The objects that were around it.
      const { records, gone: left } = aftermathOf(cluster, gone);
      return send(reply, form, { records, saved: { ...saved, gone: left } }, theme);
    },
  );
}

function whole(request: FastifyRequest, most: number): View {
  const { cluster } = request.access.view;
  cluster.live.flush();
  requireDrawable(cluster.live.graph.size, most);
  const saved = { title: cluster.info.context, savedAt: nowIn(cluster) };
  return { records: [...cluster.live.records.values()], saved };
}

function nowIn({ clock }: LiveCluster): Timestamp {
  return formatTimestamp(clock.now());
}

/** Throws `RequestError` where Mermaid would refuse to draw it. */
function mermaidOf({ records, saved }: View): string {
  const written = writeMermaid(rowsOf(records, absentIn(saved), saved.focus), saved);
  if ('text' in written) return written.text;
  throw new RequestError(400, 'mermaid-too-large', written.fault);
}

/** Everything connected with the object, or this many levels. */
function dotOf(cluster: LiveCluster, uid: Uid, depth: number | undefined, most: number): string {
  const { graph } = cluster.live;
  if (depth === undefined) {
    requireDrawableFrom(graph, [uid], most);
    return toDot(graph, [uid]);
  }
  const uids = near(cluster, uid, depth).map((each) => each.uid);
  requireDrawable(uids.length, most);
  return toDot(partialGraph(graph, uids));
}

/** The object with its owners and dependents; of a Namespace also what is in it, and of its content in deletion the Namespace that waits for it. */
function near({ live }: LiveCluster, uid: Uid, depth = DEFAULT_DEPTH): NodeRecord[] {
  const { graph, records } = live;
  const around = neighbourhood(records, uid, depth, (owner) =>
    [...(graph.get(owner)?.dependents ?? [])].map((dependent) => dependent.uid),
  );
  const object = graph.get(uid)?.identity;
  const inIt = object && isNamespace(object) ? live.names.leftIn(object) : [];
  const inIts = [...inIt, ...waitingNamespace(live, uid)];
  return [...new Set([...around, ...inIts.flatMap((each) => records.get(each) ?? [])])];
}

function waitingNamespace({ names, records }: LiveCluster['live'], uid: Uid): readonly Uid[] {
  const record = records.get(uid);
  if (!record?.beingDeleted || record.namespace === '') return [];
  const container = names.get('/namespaces', '', record.namespace) ?? '';
  return records.get(container)?.beingDeleted ? [container] : [];
}

/** Siblings stack but for the open stacks. */
function stacksOf(
  { live: { graph } }: LiveCluster,
  uid: Uid,
  open: readonly string[] = [],
): StackOptions | undefined {
  if (open.includes('all')) return undefined;
  return {
    open: new Set(open),
    apart: new Set([uid]),
    dependents: (owner) => graph.get(owner)?.dependents.size ?? 0,
  };
}

function refuseBesideSvg(parameters: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(parameters).find((key) => parameters[key] !== undefined);
  if (given === undefined) return;
  const title = `Invalid request: only an SVG takes “${given}”; use “depth”.`;
  throw new RequestError(400, 'bad-request', title);
}

function titleOf({ kind, namespace, name }: NodeRecord, gone: Timestamp | undefined): string {
  const title = `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
  return gone === undefined ? title : `${title}, gone since ${gone}`;
}
