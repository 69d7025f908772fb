import type { Problem } from '@gcscope/gc-core/wire';
import type { FastifySchemaValidationError } from 'fastify';

/** A request that cannot be served, with everything that its sender gets to know. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: Problem;

  /**
   * `title`: what is wrong, `detail`: what to do about it; one sentence each. `cause` is for the log of a 5xx alone: it must hold
   * no secrets.
   */
  constructor(status: number, code: string, title: string, detail?: string, cause?: Error) {
    super(title, { cause });
    this.problem = problem(status, code, title, detail);
  }
}

/** No route serves this address. */
export function nothingThere(): RequestError {
  return new RequestError(
    404,
    'not-found',
    'There is nothing at this address.',
    '/api/v1/openapi.json lists all addresses of the API.',
  );
}

/** The document that says what is wrong with a request (RFC 9457). */
function problem(status: number, code: string, title: string, detail?: string): Problem {
  const document = { type: `urn:gcscope:problem:${code}`, code, status, title };
  return detail === undefined ? document : { ...document, detail };
}

/**
 * The answer to the sender of a request that failed. It names faults of the request, and nothing about faults in this
 * program.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestError) return error.problem;
  const { statusCode, code, message, validation } = fieldsOf(error);
  if (validation || code === 'FST_ERR_VALIDATION') {
    return problem(400, 'bad-request', `Invalid request: ${message}.`);
  }
  // Only the file server gives this code, for names that it refuses to look up.
  if (statusCode === 403) return nothingThere().problem;
  if (statusCode >= 400 && statusCode < 500) {
    return problem(statusCode, CODES.get(statusCode) ?? 'bad-request', sentence(message));
  }
  return problem(
    500,
    'internal',
    'gcscope failed to answer.',
    'Its log says why. The page may be incomplete until you load it again.',
  );
}

/** The part of a request (`querystring`, `body`, …) that its schema refuses, and the values that it allows. */
export function schemaFault(errors: readonly FastifySchemaValidationError[], part: string): Error {
  // A value may be one or a list: the list of allowed values says more than "not a list".
  const error = errors.find(({ keyword }) => keyword === 'enum') ?? errors[0];
  const field = error?.instancePath.split('/')[1];
  const whole = part === 'querystring' ? 'query' : part;
  return new Error(`${field ? `“${field}”` : `the ${whole}`} ${expectation(error)}`);
}

function expectation(error: FastifySchemaValidationError | undefined): string {
  const { allowedValues: allowed, additionalProperty: unknown } = error?.params ?? {};
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  if (typeof unknown === 'string') return `may not contain “${unknown}”, ${allowance(error)}`;
  // The only such limit in the schemas.
  if (error?.keyword === 'minLength') return 'must not be empty';
  return error?.message ?? 'has the wrong form';
}

function allowance(error: FastifySchemaValidationError | undefined): string {
  const { parentSchema } = error as { readonly parentSchema?: { readonly properties?: object } };
  const known = Object.keys(parentSchema?.properties ?? {});
  return known.length === 0 ? 'and nothing else' : `only ${known.join(', ')}`;
}

const CODES = new Map([
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [413, 'body-too-large'],
  [414, 'address-too-long'],
  [415, 'media-type-unsupported'],
]);

function fieldsOf(error: unknown): {
  statusCode: number;
  code: string;
  message: string;
  validation: boolean;
} {
  if (typeof error !== 'object' || error === null) {
    return { statusCode: 500, code: '', message: '', validation: false };
  }
  const { statusCode, code, message, validation } = error as Record<string, unknown>;
  return {
    statusCode: typeof statusCode === 'number' ? statusCode : 500,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    validation: validation !== undefined,
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
