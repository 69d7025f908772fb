import { sha256 } from './chain.ts';

/** The reason why gcscope writes: a scenario file with the hash of its content, or a collector of a release. */
export type WritePlan =
  | { readonly file: string; readonly sha256: string }
  | { readonly release: string };

/** The origin of a write: the command, the cluster and the reason. */
export interface WriteOrigin {
  readonly command: 'scenario run' | 'collect';
  readonly plan: WritePlan;
  readonly server: string;
  /** As the kubeconfig names the user, and who is impersonated. */
  readonly user: string;
  readonly as?: string;
}

/** A request that writes. Of its body only the hash, and what says which object is meant, is recorded. */
export interface WrittenRequest {
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body: string | undefined;
}

/** Whether a request can change something. */
export function isWrite(method: string): boolean {
  return method !== 'GET';
}

/** The fields of its line. */
export function fieldsOfRequest(origin: WriteOrigin, request: WrittenRequest): object {
  const { command, plan, server, user, as } = origin;
  const { method: verb, path, body } = request;
  const asked = body === undefined ? {} : { ...meant(body), bodySha256: sha256(body) };
  const { origin: host, pathname } = new URL(server);
  const where = `${host}${pathname.replace(/\/$/, '')}`;
  return { command, plan, server: where, user, as, verb, path, ...asked };
}

/** Returns the object that a body means, and the options of its deletion. */
function meant(body: string): object {
  const { metadata, preconditions, propagationPolicy } = objectIn(JSON.parse(body));
  const { name, uid, resourceVersion } = { ...objectIn(metadata), ...objectIn(preconditions) };
  return {
    name: textIn(name),
    uid: textIn(uid),
    resourceVersion: textIn(resourceVersion),
    propagationPolicy: textIn(propagationPolicy),
  };
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
