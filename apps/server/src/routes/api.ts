import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { type TUnsafe, Type } from 'typebox';
import type { Answers } from './answers.ts';

/** The application with route types from their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The schema of a response: the OpenAPI document holds it under this name. */
export function answer<Name extends keyof Answers>(name: Name): TUnsafe<Answers[Name]> {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}
