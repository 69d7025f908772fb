import { type ApiResource, apiVersionOf, groupResource } from './api-resource.ts';
import { canonicalApiVersion, parseApiVersion } from './object-reference.ts';
import { DEFAULT_RELEASE, type Release } from './releases.ts';
import { RESOURCES_BY_RELEASE } from './resources-by-release.ts';

/** The API resources a server serves, and the mapping from kinds to them (the REST mapper). */
export class ResourceTable {
  /** Every served resource in every version. */
  readonly resources: readonly ApiResource[];
  /** The resources of each kind, by apiVersion. */
  readonly #byKind = new Map<string, Map<string, readonly ApiResource[]>>();
  readonly #byPath = new Map<string, ApiResource>();
  readonly #preferred = new Map<string, ApiResource>();
  readonly #preferredOf = new Map<ApiResource, ApiResource | undefined>();

  /** The first version of a group/resource in the list is the preferred one; a later equal entry replaces an earlier one in place. */
  constructor(resources: readonly ApiResource[]) {
    const unique = new Map<string, ApiResource>();
    for (const resource of resources) {
      unique.set(`${apiVersionOf(resource)}/${resource.resource}`, resource);
    }
    this.resources = [...unique.values()];
    for (const resource of this.resources) {
      this.#addKind(resource);
      this.#byPath.set(`${apiVersionOf(resource)}/${resource.resource}`, resource);
      const key = groupResource(resource);
      if (!this.#preferred.has(key)) this.#preferred.set(key, resource);
      this.#preferredOf.set(resource, this.#preferred.get(key));
    }
  }

  /** Built-in kinds of the release, `added` beside them, without those named as `apiVersion/Kind` in `unserved`. */
  static builtIn(
    added: readonly ApiResource[] = [],
    unserved: ReadonlySet<string> = new Set(),
    release: Release = DEFAULT_RELEASE,
  ): ResourceTable {
    const all = [...RESOURCES_BY_RELEASE[release], ...added];
    return new ResourceTable(all.filter((r) => !unserved.has(`${apiVersionOf(r)}/${r.kind}`)));
  }

  /** One version per group/resource; the collector monitors those that are monitorable (MO-01). */
  get preferred(): readonly ApiResource[] {
    return [...this.#preferred.values()];
  }

  /** The REST mapping of a kind; `undefined` is a mapping error (AD-04, CL-03). */
  forKind(apiVersion: string, kind: string): ApiResource | undefined {
    return this.mappings(apiVersion, kind).at(-1);
  }

  /**
   * All REST mappings of a kind. A kind in lower case has those of the served one (KM-02); a list has a guessed resource that
   * is not served (KM-03, KM-04). A kind that is served as it is written goes first (KM-01).
   */
  mappings(apiVersion: string, kind: string): readonly ApiResource[] {
    const canonical = canonicalApiVersion(apiVersion);
    const kinds = this.#byKind.get(canonical);
    if (!kinds) return [];
    const served = kinds.get(kind) ?? inLowerCase(kinds, kind);
    if (served) return served;
    if (kind === 'List') return [guessed(canonical, kind, false)];
    const [item] = (kind.endsWith('List') && kinds.get(kind.slice(0, -'List'.length))) || [];
    return item ? [guessed(canonical, kind, item.namespaced)] : [];
  }

  /** The resource whose objects are of exactly this kind; a manifest may name no other. */
  forServedKind(apiVersion: string, kind: string): ApiResource | undefined {
    return this.#byKind.get(canonicalApiVersion(apiVersion))?.get(kind)?.at(-1);
  }

  /** The resource under `/api/v1/<resource>` or `/apis/<group>/<version>/<resource>`. */
  forPath(apiVersion: string, resource: string): ApiResource | undefined {
    return this.#byPath.get(`${apiVersion}/${resource}`);
  }

  /** The resource as it is served in its version, if it is. */
  served(resource: ApiResource): ApiResource | undefined {
    if (this.#preferredOf.has(resource)) return resource;
    return this.forPath(apiVersionOf(resource), resource.resource);
  }

  /** The preferred version of the resource that a kind belongs to. */
  preferredFor(apiVersion: string, kind: string): ApiResource | undefined {
    const mapped = this.forServedKind(apiVersion, kind);
    return mapped && this.#preferredOf.get(mapped);
  }

  /** The preferred resource of a kind in a group, whichever version is asked for. */
  preferredForGroupKind(apiVersion: string, kind: string): ApiResource | undefined {
    const { group } = parseApiVersion(apiVersion);
    return this.preferred.find((r) => r.group === group && r.kind === kind);
  }

  #addKind(resource: ApiResource): void {
    const apiVersion = apiVersionOf(resource);
    const kinds = this.#byKind.get(apiVersion) ?? new Map<string, readonly ApiResource[]>();
    this.#byKind.set(apiVersion, kinds);
    kinds.set(resource.kind, [...(kinds.get(resource.kind) ?? []), resource]);
  }
}

function inLowerCase(
  kinds: ReadonlyMap<string, readonly ApiResource[]>,
  kind: string,
): readonly ApiResource[] | undefined {
  // Most kinds end here, without a look at all that are served.
  if (kind !== kind.toLowerCase()) return undefined;
  return [...kinds].find(([served]) => served.toLowerCase() === kind)?.[1];
}

/** The resource that the mapper guesses for a list; no verb of it is served. */
function guessed(apiVersion: string, kind: string, namespaced: boolean): ApiResource {
  const resource = `${kind.toLowerCase()}s`;
  return { ...parseApiVersion(apiVersion), resource, kind, namespaced, verbs: [] };
}
