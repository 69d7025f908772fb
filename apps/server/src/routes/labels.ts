import { labelSelectorFault } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../errors.ts';
import type { LabelReader } from '../live/label-reader.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { type Api, answer } from './api.ts';
import { Texts, textsOf } from './repeated.ts';

const Query = Type.Object(
  {
    selector: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'A label selector as kubectl takes it: app=web,tier in (a,b)',
      }),
    ),
    kind: Type.Optional(Texts),
  },
  { additionalProperties: false },
);

/** `GET /api/v1/labels?selector=&kind=`: the objects that a label selector selects; asks the API server. */
export function addLabelRoute(app: Api, cluster: LiveCluster, read: LabelReader | undefined): void {
  app.get(
    '/api/v1/labels',
    {
      schema: {
        operationId: 'getLabelMatches',
        summary: 'The objects that a label selector selects, and the kinds that could not be asked',
        querystring: Query,
        response: { 200: answer('LabelMatches'), 503: answer('Problem') },
      },
    },
    async (request, reply) => {
      const { selector = '', kind } = request.query;
      const fault = labelSelectorFault(selector);
      if (fault !== undefined) throw new RequestError(400, 'bad-request', fault);
      if (!read) throw new RequestError(503, 'labels-unread', 'This server asks for no labels.');
      reply.header('cache-control', 'no-store');
      cluster.live.flush();
      return read(cluster.live, { selector, kinds: textsOf(kind) });
    },
  );
}
