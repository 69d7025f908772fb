import {
  type ApiResource,
  apiVersionOf,
  groupResource,
  isBuiltInGroup,
  parseApiVersion,
  ResourceTable,
} from '@gcscope/gc-core';

/** Stands for every group but the core when the list of groups itself could not be read. */
const ALL_GROUPS = '*';

/** The REST mapping as discovery found it, with the group versions that could not be discovered. */
export class ServedKinds {
  #table: ResourceTable | undefined;
  #groups: ReadonlySet<string> | undefined;
  readonly #undiscovered = new Set<string>();

  /** The resources of the latest discovery; empty before the first one. */
  get table(): ResourceTable {
    return this.#table ?? new ResourceTable([]);
  }

  /** The API groups that are served; `undefined` while some could not be discovered. */
  get groups(): ReadonlySet<string> | undefined {
    return this.#undiscovered.size > 0 ? undefined : this.#groups;
  }

  /** Resources of one kind in one group version: the objects of both are looked for among those of one. */
  get ambiguous(): readonly ApiResource[] {
    return this.table.resources.flatMap((each) => {
      const meant = this.table.forKind(apiVersionOf(each), each.kind);
      return meant && meant.resource !== each.resource ? [each, meant] : [];
    });
  }

  replace(served: readonly ApiResource[]): void {
    this.#table = new ResourceTable(served.map(asCustom));
    this.#groups = new Set(served.map(({ group }) => group));
  }

  /** Notes whether a group version could be discovered; true if that is news. */
  setDiscovered(apiVersion: string, ok: boolean): boolean {
    if (ok) return this.#undiscovered.delete(apiVersion);
    if (this.#undiscovered.has(apiVersion)) return false;
    this.#undiscovered.add(apiVersion);
    return true;
  }

  /** `unserved` is the server's word, `unknown` means that it could not be asked. */
  mapping(apiVersion: string, kind: string): ApiResource | 'unserved' | 'unknown' {
    if (!this.#table) return 'unknown';
    const resource = this.#table.forKind(apiVersion, kind);
    if (resource) return resource;
    return this.#isUndiscovered(parseApiVersion(apiVersion).group) ? 'unknown' : 'unserved';
  }

  /**
   * The `resources`, as `group/resource`, that the server lacks in groups that it serves: their names are misspelt. A
   * group that it does not serve may come later, with a definition.
   */
  unserved(resources: readonly string[]): readonly string[] {
    const table = this.#table;
    if (!table) return [];
    const served = new Set(table.resources.map(groupResource));
    const groups = new Set(table.resources.map(({ group }) => group));
    return resources.filter((each) => {
      const group = each.slice(0, each.indexOf('/'));
      return !served.has(each) && groups.has(group) && !this.#isUndiscovered(group);
    });
  }

  #isUndiscovered(group: string): boolean {
    return [...this.#undiscovered].some((each) => {
      return each === ALL_GROUPS ? group !== '' : parseApiVersion(each).group === group;
    });
  }
}

/** Custom resources take other patches, and go with their definition. */
function asCustom(resource: ApiResource): ApiResource {
  return isBuiltInGroup(resource.group) ? resource : { ...resource, custom: true };
}
