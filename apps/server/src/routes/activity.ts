import { ACTIVITY_TYPES, DELETERS, searchWords } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { type Api, answer, closed, operation } from './api.ts';
import { Texts, textsOf } from './repeated.ts';

const DEFAULT_LIMIT = 100;
const MOST = 1000;

const Kind = Type.Enum([...ACTIVITY_TYPES]);
const Deleter = Type.Enum([...DELETERS]);
const Query = closed({
  type: Type.Optional(Type.Union([Kind, Type.Array(Kind)])),
  deletedBy: Type.Optional(Type.Union([Deleter, Type.Array(Deleter)])),
  namespace: Type.Optional(Texts),
  kind: Type.Optional(Texts),
  q: Type.Optional(
    Type.String({ description: 'Words in name, kind or namespace, or the start of the uid' }),
  ),
  order: Type.Optional(
    Type.Enum(['latest', 'match'], {
      default: 'latest',
      description:
        'match: first the names that equal the last word of q, then those that begin with it',
    }),
  ),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Only entries with a lower seq; pages with order=latest only',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: DEFAULT_LIMIT })),
});

/**
 * `GET /api/v1/activity?type=&deletedBy=&namespace=&kind=&q=&order=&before=&limit=`: what happened, the latest first, or with `order=match` what
 * matches best.
 */
export function addActivityRoute(app: Api): void {
  app.get(
    '/api/v1/activity',
    operation('getActivity', 'What happened since this process started', {
      querystring: Query,
      response: { 200: answer('Activity') },
    }),
    async (request) => {
      const { cluster } = request.access.view;
      cluster.live.flush();
      const { type, deletedBy, namespace, kind, q = '', order, before, limit } = request.query;
      const filter = {
        types: textsOf(type),
        deleters: textsOf(deletedBy),
        namespaces: textsOf(namespace),
        kinds: textsOf(kind),
        words: searchWords(q),
        before,
        isBestFirst: order === 'match',
      };
      const { deletions } = cluster.decisions;
      return { ...cluster.activity.read(filter, limit ?? DEFAULT_LIMIT), deletions };
    },
  );
}
