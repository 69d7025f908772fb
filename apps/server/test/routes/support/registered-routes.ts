import type { Api } from '../../../src/routes/api.ts';

/** A path as it is registered, and the methods under which something answers there. */
export interface RegisteredRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** Every route of the application, also those that the OpenAPI document hides. */
export async function registeredRoutes(app: Api): Promise<RegisteredRoute[]> {
  await app.ready();
  const above: string[] = [];
  // A line for each path; a deeper one goes on where the one above it ends.
  return [...app.printRoutes({ commonPrefix: false }).matchAll(/^(.*── )(\S+) \((.*)\)$/gm)].map(
    ([, indent = '', part = '', methods = '']) => {
      const depth = indent.length / 4;
      above.length = depth - 1;
      above.push(part);
      return { path: above.join(''), methods: methods.split(', ') };
    },
  );
}
