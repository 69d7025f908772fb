import { type ApiResource, isGettable } from '../meta/api-resource.ts';
import type { Manifest, ObjectMeta } from '../meta/object-meta.ts';
import { parseApiVersion, type Uid } from '../meta/object-reference.ts';
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

/** Facts about the server that holds the objects. */
export interface ObjectsServer {
  /** The resources that it serves now. */
  readonly table: ResourceTable;
  /** The metadata of the object in this place, whichever uid it has; `undefined` when there is none. */
  metaAt(resource: ApiResource, namespace: string, name: string): ObjectMeta | undefined;
}

/** The objects named so far, and the way from a reference in the document to one of them. */
export class NamedObjects {
  readonly #named = new Map<Uid, readonly NamedObject[]>();
  /** Named by requests that made nothing so far: refused ones, and those that are still to be sent. */
  readonly #asked: NamedObject[] = [];
  readonly #server: ObjectsServer;

  constructor(server: ObjectsServer) {
    this.#server = server;
  }

  /** Notes an object; under the same uid and name it takes the place of the one that was noted before. */
  add(object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly namespace?: string; readonly name: string; readonly uid: Uid };
  }): void {
    const { namespace = '', name, uid } = object.metadata;
    const named = { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid };
    const known = this.#named.get(uid) ?? [];
    this.#named.set(uid, [...known.filter((each) => nameOf(each) !== nameOf(named)), named]);
  }

  /** Notes an object that a request names, whatever comes of it: where there is none, that can be expected. */
  ask({ apiVersion, kind, metadata }: Manifest): void {
    const { namespace = '', name = '', uid = '' } = metadata;
    const asked = { apiVersion, kind, namespace, name, uid };
    const isKnown = this.#asked.some((each) => each.uid === uid && nameOf(each) === nameOf(asked));
    if (name !== '' && !isKnown) this.#asked.push(asked);
  }

  /** The one object a reference means: of several over time the living one, else the last. Throws `ScenarioError`. */
  resolve(reference: ReferenceText): NamedObject {
    if (typeof reference === 'string' && reference.startsWith('uid:')) {
      return this.#withUid(reference);
    }
    const wanted = typeof reference === 'string' ? parseReference(reference) : reference;
    const fitting = this.#fitting(wanted);
    const text = typeof reference === 'string' ? reference : JSON.stringify(reference);
    const last = fitting.at(-1);
    if (!last) {
      throw new ScenarioError(`No object named before fits "${text}".`);
    }
    const identities = new Set(fitting.map(nameOf));
    if (identities.size > 1) {
      throw new ScenarioError(
        `"${text}" fits ${identities.size} objects: add the apiVersion and the namespace.`,
      );
    }
    const chosen = fitting.find((object) => this.isLiving(object)) ?? last;
    return wanted.apiVersion === undefined ? chosen : { ...chosen, apiVersion: wanted.apiVersion };
  }

  /** Among objects with one uid, the living one, else the last. */
  #withUid(reference: string): NamedObject {
    const uid = reference.slice('uid:'.length);
    const named = this.#named.get(uid) ?? this.#asked.filter((each) => each.uid === uid);
    const living = named.length > 1 ? named.filter((each) => this.isLiving(each)) : named;
    if (living.length > 1) {
      throw new ScenarioError(
        `"${reference}" fits ${living.length} objects: say which by kind, namespace and name.`,
      );
    }
    const object = living[0] ?? named.at(-1);
    if (!object) throw new ScenarioError(`No object with ${reference} was named before.`);
    return object;
  }

  /** A reference without a namespace means a cluster-scoped object, else one in whichever namespace. */
  #fitting(wanted: Wanted): NamedObject[] {
    const named = [...this.#named.values()].flat().filter((object) => fits(object, wanted));
    const all = named.length > 0 ? named : this.#asked.filter((object) => fits(object, wanted));
    const { namespace = '' } = wanted;
    const here = all.filter((object) => object.namespace === namespace);
    return here.length > 0 || wanted.namespace !== undefined ? here : all;
  }

  /** Whether the server holds the object under its uid. */
  isLiving(object: NamedObject): boolean {
    return this.metaOf(object) !== undefined;
  }

  /** The metadata of the object; `undefined` when the server does not hold it under its uid. */
  metaOf({ apiVersion, kind, namespace, name, uid }: NamedObject): ObjectMeta | undefined {
    const resource = this.#server.table.forKind(apiVersion, kind);
    const meta = resource && this.#server.metaAt(resource, namespace, name);
    return meta?.uid === uid ? meta : undefined;
  }

  /** The API resource of an object. Throws `ScenarioError` when it is not served. */
  resourceOf(object: { readonly apiVersion: string; readonly kind: string }): ApiResource {
    return servedResource(this.#server.table, object);
  }
}

/** The API resource of an object. Throws `ScenarioError` when it is not served. */
export function servedResource(
  table: ResourceTable,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): ApiResource {
  const resource = table.forServedKind(apiVersion, kind);
  if (resource && isGettable(resource)) return resource;
  throw new ScenarioError(`${apiVersion}/${kind} is not served here: add it to spec.resources.`);
}

function parseReference(text: string): Wanted {
  const space = text.indexOf(' ');
  if (space < 0) {
    throw new ScenarioError(
      `"${text}" is not an object reference: expected [<apiVersion>/]<Kind> [<namespace>/]<name> or uid:<uid>.`,
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

/** A key that distinguishes objects at one time. */
function nameOf({ apiVersion, kind, namespace, name }: NamedObject): string {
  return JSON.stringify([parseApiVersion(apiVersion).group, kind, namespace, name]);
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
