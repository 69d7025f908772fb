import { labelSelectorFault } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import type { LabelReader } from '../live/label-reader.ts';
import type { View } from '../sharing/view.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';
import { Texts, textsOf } from './repeated.ts';

const Query = closed({
  selector: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'A label selector as in kubectl: app=web,tier in (a,b)',
    }),
  ),
  kind: Type.Optional(Texts),
});
const Sample = closed({ kind: Type.Optional(Texts), namespace: Type.Optional(Texts) });

/** `GET /api/v1/labels?selector=&kind=` and `GET /api/v1/labels/counts?kind=&namespace=`: both ask the API server. */
export function addLabelRoutes(app: Api): void {
  app.get(
    '/api/v1/labels',
    operation(
      'getLabelMatches',
      'The objects that a label selector selects, and the kinds whose labels gcscope could not read',
      {
        querystring: Query,
        response: { 200: answer('LabelMatches'), ...problems(503) },
      },
    ),
    async (request) => {
      const { selector = '', kind } = request.query;
      const fault = labelSelectorFault(selector);
      if (fault !== undefined) throw new RequestError(400, 'bad-request', fault);
      const { view } = request.access;
      return readerOf(view).matches(view.cluster.live, { selector, kinds: textsOf(kind) });
    },
  );
  app.get(
    '/api/v1/labels/counts',
    operation(
      'getLabelCounts',
      'The labels of the first 500 objects of each kind, in each of up to 10 namespaces',
      {
        querystring: Sample,
        response: { 200: answer('LabelCounts'), ...problems(503) },
      },
    ),
    async (request) => {
      const { kind, namespace } = request.query;
      const sample = { kinds: textsOf(kind), namespaces: textsOf(namespace) };
      const { view } = request.access;
      return readerOf(view).counts(view.cluster.live, sample);
    },
  );
}

function readerOf({ cluster, sources: { readLabels } }: View): LabelReader {
  if (!readLabels) {
    throw new RequestError(503, 'labels-unread', 'This server cannot read labels.');
  }
  cluster.live.flush();
  return readLabels;
}
