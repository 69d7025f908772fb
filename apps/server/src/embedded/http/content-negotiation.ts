import { PROTOBUF } from './encode-protobuf.ts';

/** The forms of an answer of the embedded API server: JSON, unless its name says protobuf. */
export type Representation =
  | 'object'
  | 'partial-object-metadata'
  | 'protobuf-metadata'
  | 'table'
  | 'aggregated-discovery';

interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseClause(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals > 0) parameters.set(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  return { type: type.toLowerCase(), parameters };
}

function representationOf({ type, parameters }: Clause): Representation | undefined {
  if (Number(parameters.get('q') ?? '1') === 0) return undefined;
  if (type === PROTOBUF) {
    const isMetadata = parameters.get('as')?.startsWith('PartialObjectMetadata');
    return isMetadata ? 'protobuf-metadata' : undefined;
  }
  if (!['application/json', 'application/*', '*/*'].includes(type)) return undefined;
  const as = parameters.get('as');
  if (as === undefined) return 'object';
  const groupVersion = `${parameters.get('g') ?? ''}/${parameters.get('v') ?? ''}`;
  switch (`${groupVersion} ${as}`) {
    case 'meta.k8s.io/v1 Table':
      return 'table';
    case 'meta.k8s.io/v1 PartialObjectMetadata':
    case 'meta.k8s.io/v1 PartialObjectMetadataList':
      return 'partial-object-metadata';
    case 'apidiscovery.k8s.io/v2 APIGroupDiscoveryList':
      return 'aggregated-discovery';
    default:
      return undefined;
  }
}

/**
 * The first representation of an `Accept` header that is both on offer and allowed here; `undefined` means 406.
 * Clauses are tried in their order, as clients of the API write them most wanted first (HT-01).
 */
export function negotiate(
  accept: string | undefined,
  allowed: readonly Representation[],
): Representation | undefined {
  if (accept === undefined || accept.trim() === '') return allowed.find((r) => r === 'object');
  for (const text of accept.split(',')) {
    const representation = representationOf(parseClause(text));
    if (representation && allowed.includes(representation)) return representation;
  }
  return undefined;
}

/** The bare media type of a `Content-Type` header, lower case. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
