import { randomInt, randomUUID } from 'node:crypto';
import {
  type ApiResource,
  formatApiVersion,
  type ObjectMeta,
  type OwnerReference,
  parseApiVersion,
  type ResourceTable,
  type Uid,
} from '@gcscope/gc-core';

/** Easy to tell apart, and no word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz2456789';

/**
 * The names of one run: a scenario's objects among those of a cluster. Namespaces, cluster-scoped objects and the groups
 * of custom resources get a prefix; uids become those that the server chose; a uid without an object becomes a random one, so that
 * runs do not meet in the collector's graph.
 */
export class RunNames {
  /** `gcscope-` and a few letters. */
  readonly id: string;
  readonly #table: ResourceTable;
  readonly #customGroups: ReadonlySet<string>;
  readonly #realUids = new Map<Uid, Uid>();
  readonly #writtenUids = new Map<Uid, Uid>();

  /** `table` is what the scenario's server serves. */
  constructor(table: ResourceTable) {
    const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]);
    this.id = `gcscope-${letters.join('')}`;
    this.#table = table;
    this.#customGroups = customGroupsOf(table);
  }

  /** Where an object of the scenario is in the cluster. */
  path(resource: ApiResource, namespace: string, name: string): string {
    return `${this.collection(resource, namespace)}/${encodeURIComponent(this.name(resource, name))}`;
  }

  /** Where objects like it are created; of all namespaces without one. */
  collection({ group, version, resource }: ApiResource, namespace: string): string {
    const real = this.group(group);
    const root = real === '' ? '/api' : `/apis/${real}`;
    const place =
      namespace === '' ? '' : `/namespaces/${encodeURIComponent(this.prefixed(namespace))}`;
    return `${root}/${encodeURIComponent(version)}${place}/${encodeURIComponent(resource)}`;
  }

  /** The name of a namespace, or of a cluster-scoped object. */
  prefixed(name: string): string {
    return name === '' ? '' : `${this.id}-${name}`;
  }

  name({ namespaced }: Pick<ApiResource, 'namespaced'>, name: string): string {
    return namespaced ? name : this.prefixed(name);
  }

  group(group: string): string {
    return this.#customGroups.has(group) ? `${this.id}.${group}` : group;
  }

  apiVersion(apiVersion: string): string {
    const { group, version } = parseApiVersion(apiVersion);
    return this.#customGroups.has(group)
      ? formatApiVersion(this.group(group), version)
      : apiVersion;
  }

  /** The uid in the cluster; a uid without an object always gets the same one. The empty uid stays empty. */
  uid(written: Uid): Uid {
    if (written === '') return '';
    const real = this.#realUids.get(written) ?? randomUUID();
    this.created(written, real);
    return real;
  }

  /** Notes the uid that the server chose. */
  created(written: Uid, real: Uid): void {
    this.#realUids.set(written, real);
    this.#writtenUids.set(real, written);
  }

  /** A reference as the cluster has it. What a scenario leaves out stays left out: the server judges it. */
  reference(reference: OwnerReference): OwnerReference;
  reference(reference: Partial<OwnerReference>): Partial<OwnerReference>;
  reference(reference: Partial<OwnerReference>): Partial<OwnerReference> {
    const { apiVersion, kind = '', name, uid } = reference;
    // Whether objects of an unknown kind have namespaces is unknown.
    const resource = apiVersion === undefined ? undefined : this.#table.forKind(apiVersion, kind);
    return {
      ...reference,
      ...(apiVersion === undefined ? {} : { apiVersion: this.apiVersion(apiVersion) }),
      ...(name === undefined || !resource ? {} : { name: this.name(resource, name) }),
      ...(uid === undefined ? {} : { uid: this.uid(uid) }),
    };
  }

  /** Metadata of the cluster in the words of the scenario. */
  written(meta: ObjectMeta): ObjectMeta {
    const { name, namespace, uid, ownerReferences } = meta;
    return {
      ...meta,
      name: this.text(name),
      uid: this.#writtenUids.get(uid) ?? uid,
      ...(namespace === undefined ? {} : { namespace: this.text(namespace) }),
      ...(ownerReferences
        ? { ownerReferences: ownerReferences.map((each) => this.#writtenReference(each)) }
        : {}),
    };
  }

  /** Replaces the names of the run in a text with those of the scenario. */
  text(said: string): string {
    let words = said.replaceAll(`${this.id}-`, '').replaceAll(`${this.id}.`, '');
    for (const [real, written] of this.#writtenUids) words = words.replaceAll(real, written);
    return words;
  }

  #writtenReference(reference: OwnerReference): OwnerReference {
    const { apiVersion, name, uid } = reference;
    return {
      ...reference,
      apiVersion: this.text(apiVersion),
      name: this.text(name),
      uid: this.#writtenUids.get(uid) ?? uid,
    };
  }
}

/** The groups that hold nothing but custom resources. */
function customGroupsOf({ resources }: ResourceTable): ReadonlySet<string> {
  const groups = new Set(resources.filter(({ custom }) => custom).map(({ group }) => group));
  for (const { group, custom } of resources) if (!custom) groups.delete(group);
  return groups;
}
