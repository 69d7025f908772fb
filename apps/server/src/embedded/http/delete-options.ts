import type { DeleteOptions } from '@gcscope/gc-core';
import { reject } from './api-exchange.ts';
import { isJsonObject, type JsonObject } from './request-body.ts';

function faulty(field: string, expected: string): never {
  return reject('BadRequest', `DeleteOptions: ${field} must be ${expected}`);
}

function optionalString(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : faulty(field, 'a string');
}

function optionalBoolean(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'boolean' ? value : faulty(field, 'true or false');
}

function optionalSeconds(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return faulty(field, 'a whole number of seconds');
}

function optionalStrings(value: unknown, field: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const strings = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  if (!Array.isArray(value) || strings.length < value.length) faulty(field, 'a list of strings');
  return strings;
}

function fromQuery(query: URLSearchParams): JsonObject {
  const given: Record<string, unknown> = {};
  const policy = query.get('propagationPolicy');
  if (policy !== null) given.propagationPolicy = policy;
  const orphan = query.get('orphanDependents');
  if (orphan === 'true' || orphan === '1') given.orphanDependents = true;
  else if (orphan === 'false' || orphan === '0') given.orphanDependents = false;
  else if (orphan !== null) faulty('orphanDependents', 'true or false');
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null) {
    if (!/^-?\d{1,15}$/.test(grace)) faulty('gracePeriodSeconds', 'a whole number of seconds');
    given.gracePeriodSeconds = Number(grace);
  }
  if (query.has('dryRun')) given.dryRun = query.getAll('dryRun');
  return given;
}

/** The options of a DELETE from its body or, without one, from the query (API-01). Ends the request with 400 on a wrong type. */
export function parseDeleteOptions(
  body: JsonObject | undefined,
  query: URLSearchParams,
): DeleteOptions {
  const given = body ?? fromQuery(query);
  const policy = optionalString(given.propagationPolicy, 'propagationPolicy');
  const orphan = optionalBoolean(given.orphanDependents, 'orphanDependents');
  const grace = optionalSeconds(given.gracePeriodSeconds, 'gracePeriodSeconds');
  const dryRun = optionalStrings(given.dryRun, 'dryRun');
  const conditions = given.preconditions ?? undefined;
  if (conditions !== undefined && !isJsonObject(conditions)) faulty('preconditions', 'an object');
  const uid = optionalString(conditions?.uid, 'preconditions.uid');
  const version = optionalString(conditions?.resourceVersion, 'preconditions.resourceVersion');
  return {
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
    ...(orphan === undefined ? {} : { orphanDependents: orphan }),
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(conditions === undefined
      ? {}
      : {
          preconditions: {
            ...(uid === undefined ? {} : { uid }),
            ...(version === undefined ? {} : { resourceVersion: version }),
          },
        }),
  };
}
