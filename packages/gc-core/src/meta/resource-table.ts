import { type ApiResource, apiVersionOf, groupResource } from './api-resource.ts';
import { canonicalApiVersion, parseApiVersion } from './object-reference.ts';
import { DEFAULT_RELEASE, type Release } from './releases.ts';
import { RESOURCES_BY_RELEASE } from './resources-by-release.ts';

/** The API resources a server serves, and the mapping from kinds to them (the REST mapper). */
export class ResourceTable {
  readonly #resources: readonly ApiResource[];
  /** By apiVersion and kind. */
  readonly #byKind = new Map<string, Map<string, ApiResource>>();
  readonly #byPath = new Map<string, ApiResource>();
  readonly #preferred = new Map<string, ApiResource>();
  readonly #preferredOf = new Map<ApiResource, ApiResource | undefined>();

  /** The first version of a group/resource in the list is the preferred one; a later equal entry replaces an earlier one in place. */
  constructor(resources: readonly ApiResource[]) {
    const unique = new Map<string, ApiResource>();
    for (const resource of resources) {
      unique.set(`${apiVersionOf(resource)}/${resource.resource}`, resource);
    }
    this.#resources = [...unique.values()];
    for (const resource of this.#resources) {
      const apiVersion = apiVersionOf(resource);
      const kinds = this.#byKind.get(apiVersion) ?? new Map<string, ApiResource>();
      this.#byKind.set(apiVersion, kinds.set(resource.kind, resource));
      this.#byPath.set(`${apiVersion}/${resource.resource}`, resource);
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

  /** Every served resource in every version. */
  get resources(): readonly ApiResource[] {
    return this.#resources;
  }

  /** One version per group/resource: what the collector monitors (MO-01). */
  get preferred(): readonly ApiResource[] {
    return [...this.#preferred.values()];
  }

  /** The REST mapping of a kind; `undefined` is a mapping error (AD-04, CL-03). */
  forKind(apiVersion: string, kind: string): ApiResource | undefined {
    return this.#byKind.get(canonicalApiVersion(apiVersion))?.get(kind);
  }

  /** The resource under `/api/v1/<resource>` or `/apis/<group>/<version>/<resource>`. */
  forPath(apiVersion: string, resource: string): ApiResource | undefined {
    return this.#byPath.get(`${apiVersion}/${resource}`);
  }

  /** Whether the resource is served in its version. */
  serves(resource: ApiResource): boolean {
    if (this.#preferredOf.has(resource)) return true;
    return this.forPath(apiVersionOf(resource), resource.resource) !== undefined;
  }

  /** The preferred version of the resource that a kind belongs to. */
  preferredFor(apiVersion: string, kind: string): ApiResource | undefined {
    const mapped = this.forKind(apiVersion, kind);
    return mapped && this.#preferredOf.get(mapped);
  }

  /** The preferred resource of a kind in a group, whichever version is asked for. */
  preferredForGroupKind(apiVersion: string, kind: string): ApiResource | undefined {
    const { group } = parseApiVersion(apiVersion);
    return this.preferred.find((r) => r.group === group && r.kind === kind);
  }
}
