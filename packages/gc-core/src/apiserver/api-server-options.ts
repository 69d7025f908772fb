import type { ApiResource } from '../meta/api-resource.ts';
import type { Millis } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import type { Admit } from './api-request.ts';
import type { Authorizer } from './authorizer.ts';

/** The parts of a simulated API server. */
export interface ApiServerOptions {
  readonly release: ReleaseProfile;
  readonly table: ResourceTable;
  /** The time of the simulated cluster. */
  readonly now: () => Millis;
  /** Names new objects; by default `<kind>-<name>-<n>` in lower case. */
  readonly newUid?: (resource: ApiResource, name: string) => Uid;
  readonly admit?: Admit;
  /** Permissions of users. Without it, and for requests without a user, everything is allowed. Reads are open to all. */
  readonly authorize?: Authorizer;
}
