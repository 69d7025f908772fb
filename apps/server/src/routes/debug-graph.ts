import { toDot } from '@gcscope/gc-core';
import { Type } from 'typebox';
import type { Api } from './api.ts';
import { requireDrawable, requireDrawableFrom } from './require-drawable.ts';

/** The name of the controller until 1.27, and its name since (DG-01). */
const CONTROLLERS = ['garbagecollector', 'garbage-collector-controller'];
const ANY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const Query = Type.Object({ uid: Type.Optional(Type.Array(Type.String())) });

/** The graph under the paths and in the form of the collector's own debug endpoint (DG-01..07). */
export function addDebugGraphRoutes(app: Api, most: number): void {
  app.register((debug: Api, _options, done) => {
    // DG-04: every method is answered, whatever its body is.
    debug.removeAllContentTypeParsers();
    debug.addContentTypeParser('*', (_request, payload, parsed) => {
      payload.resume();
      parsed(null);
    });
    for (const controller of CONTROLLERS) {
      const path = `/debug/controllers/${controller}`;
      const schema = {
        operationId: `graphOf-${controller}`,
        summary: "The graph as the collector's debug endpoint prints it",
        querystring: Query,
        produces: ['text/vnd.graphviz'],
      };
      debug.route({
        method: [...ANY_METHOD],
        url: `${path}/graph`,
        schema: controller === CONTROLLERS.at(-1) ? schema : { ...schema, hide: true },
        handler: async (request, reply) => {
          const { live } = request.access.view.cluster;
          live.flush();
          const { uid: uids } = request.query;
          if (uids) requireDrawableFrom(live.graph, uids, most);
          else requireDrawable(live.graph.size, most);
          reply.type('text/vnd.graphviz');
          return toDot(live.graph, uids);
        },
      });
      // Any other path below is a 404 with an empty line (DG-03).
      debug.route({
        method: [...ANY_METHOD],
        url: `${path}/*`,
        schema: { hide: true },
        handler: async (_request, reply) =>
          reply.code(404).type('text/plain; charset=utf-8').send('\n'),
      });
    }
    done();
  });
}
