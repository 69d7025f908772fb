import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { type Api, answer } from './api.ts';

/** Pages read their addresses themselves; probes and the collector's own paths (DG-07) accept any query. */
const CLOSED = /^\/(api\/|graph\.|o\/:object$)/;

const NOTHING = Type.Object({}, { additionalProperties: false });
/** A picture, or a stream. */
const TEXT = Type.String();

/** Makes these routes refuse parameters that their schema does not list, also where it lists none. */
export function addClosedQueries(app: Api): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!CLOSED.test(route.url)) return;
    const { response = { 200: TEXT }, ...schema } = route.schema ?? {};
    const answers = { ...(response as object), 400: answer('Problem') };
    route.schema = { querystring: NOTHING, ...schema, response: answers };
  });
}
