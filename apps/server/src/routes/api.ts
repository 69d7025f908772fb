import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import { type TObject, type TProperties, type TUnsafe, Type } from 'typebox';
import type { Answers } from './answers.ts';

/** The application with route types from their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Describes parameters and answers of a route, as an operation of the OpenAPI document. */
export function operation<Schema extends FastifySchema>(
  operationId: string,
  summary: string,
  schema: Schema,
): { schema: Schema } {
  return { schema: { operationId, summary, ...schema } };
}

/** The schema of a response: the OpenAPI document holds it under this name. */
export function answer<Name extends keyof Answers>(name: Name): TUnsafe<Answers[Name]> {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}

type Problems<Status extends number> = Readonly<Record<Status, TUnsafe<Answers['Problem']>>>;

/** The schemas of the failures that a route answers with beside those of every route. */
export function problems<Status extends number>(...statuses: readonly Status[]): Problems<Status> {
  const answers = statuses.map((status) => [status, answer('Problem')]);
  return Object.fromEntries(answers) as Problems<Status>;
}

/** The schema of a query or a body: whatever is not listed is refused. */
export function closed<Properties extends TProperties>(
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Pages read their addresses themselves; probes and the collector's own paths (DG-07) accept any query. */
const CLOSED = /^\/(api\/|graph\.|o\/:object$)/;

const NOTHING = closed({});
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
