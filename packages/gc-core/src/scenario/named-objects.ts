import type { ApiServer } from '../apiserver/api-server.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import type { Uid } from '../meta/object-reference.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import { type ReferenceText, ScenarioError } from './scenario.ts';

/** An object the document has named so far. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: Uid;
}

interface Wanted {
  readonly apiVersion?: string | undefined;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid?: string | undefined;
}

/** The objects named so far, and the way from a reference in the document to one of them (§1.1). */
export class NamedObjects {
  readonly #named = new Map<Uid, NamedObject>();
  readonly #apiServer: ApiServer;

  constructor(apiServer: ApiServer) {
    this.#apiServer = apiServer;
  }

  /** Notes an object under its uid; the same uid again is the same object. */
  add(object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly namespace?: string; readonly name: string; readonly uid: Uid };
  }): void {
    const { namespace = '', name, uid } = object.metadata;
    const named = { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid };
    this.#named.set(uid, named);
  }

  /** The one object a reference means: of several over time the living one, else the last. Throws `ScenarioError`. */
  resolve(reference: ReferenceText): NamedObject {
    if (typeof reference === 'string' && reference.startsWith('uid:')) {
      const object = this.#named.get(reference.slice('uid:'.length));
      if (!object) throw new ScenarioError(`No object with ${reference} was named before.`);
      return object;
    }
    const wanted = typeof reference === 'string' ? parseReference(reference) : reference;
    const fitting = this.#fitting(wanted);
    const text = typeof reference === 'string' ? reference : JSON.stringify(reference);
    const last = fitting.at(-1);
    if (!last) {
      throw new ScenarioError(`No object named before fits "${text}".`);
    }
    const identities = new Set(
      fitting.map(({ apiVersion, kind, namespace, name }) =>
        JSON.stringify([parseApiVersion(apiVersion).group, kind, namespace, name]),
      ),
    );
    if (identities.size > 1) {
      throw new ScenarioError(
        `"${text}" fits ${identities.size} objects: add the apiVersion and the namespace.`,
      );
    }
    const chosen = fitting.find((object) => this.isLiving(object)) ?? last;
    return wanted.apiVersion === undefined ? chosen : { ...chosen, apiVersion: wanted.apiVersion };
  }

  /** A reference without a namespace means a cluster-scoped object, else one in whichever namespace. */
  #fitting(wanted: Wanted): NamedObject[] {
    const all = [...this.#named.values()].filter((object) => fits(object, wanted));
    const { namespace = '' } = wanted;
    const here = all.filter((object) => object.namespace === namespace);
    return here.length > 0 || wanted.namespace !== undefined ? here : all;
  }

  /** Whether the server holds the object under its uid. */
  isLiving(object: NamedObject): boolean {
    const resource = this.#apiServer.table.forKind(object.apiVersion, object.kind);
    if (!resource) return false;
    const { namespace, name } = object;
    const answer = this.#apiServer.get({ resource, namespace, name });
    return (
      answer.ok && 'uid' in answer.object.metadata && answer.object.metadata.uid === object.uid
    );
  }

  /** The API resource of an object. Throws `ScenarioError` when it is not served. */
  resourceOf(object: { readonly apiVersion: string; readonly kind: string }): ApiResource {
    return servedResource(this.#apiServer.table, object);
  }
}

/** The API resource of an object. Throws `ScenarioError` when it is not served. */
export function servedResource(
  table: ResourceTable,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): ApiResource {
  const resource = table.forKind(apiVersion, kind);
  if (resource) return resource;
  throw new ScenarioError(`${apiVersion}/${kind} is not served here: add it to spec.resources.`);
}

function parseReference(text: string): Wanted {
  const space = text.indexOf(' ');
  if (space < 0) {
    throw new ScenarioError(
      `"${text}" is no object reference: expected [<apiVersion>/]<Kind> [<namespace>/]<name> or uid:<uid>.`,
    );
  }
  const [type, where] = [text.slice(0, space), text.slice(space + 1)];
  const typeSlash = type.lastIndexOf('/');
  const whereSlash = where.indexOf('/');
  return {
    apiVersion: typeSlash < 0 ? undefined : type.slice(0, typeSlash),
    kind: type.slice(typeSlash + 1),
    namespace: whereSlash < 0 ? undefined : where.slice(0, whereSlash),
    name: where.slice(whereSlash + 1),
  };
}

function fits(object: NamedObject, wanted: Wanted): boolean {
  const group = (apiVersion: string): string => parseApiVersion(apiVersion).group;
  return (
    object.kind === wanted.kind &&
    object.name === wanted.name &&
    (wanted.uid === undefined || object.uid === wanted.uid) &&
    (wanted.apiVersion === undefined || group(object.apiVersion) === group(wanted.apiVersion))
  );
}
