import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';

/** The object of a request; `namespace` is empty for a cluster-scoped one. */
export interface RequestTarget {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  /** `status`, or `finalize` of a Namespace. */
  readonly subresource?: string;
}

/** How the body of a PATCH is to be read. */
export type PatchType = 'merge' | 'strategic-merge' | 'json';

/** The sender of a request; without a name, permissions are not checked. */
export interface Requester {
  readonly user?: string;
}

/** Options of a create, update or patch. `dryRun: ['All']`: everything is evaluated, nothing is stored (API-08). */
export interface WriteOptions extends Requester {
  readonly dryRun?: readonly string[];
  /** How unknown fields are treated: `Ignore`, `Warn`, or refused (`Strict`); by default `Warn` (VA-14). */
  readonly fieldValidation?: string;
}

/** The question to admission, before anything is stored. */
export interface AdmissionRequest {
  readonly user: string | undefined;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly target: RequestTarget;
  /** As it would be stored; absent on DELETE. */
  readonly object?: ApiObject;
  /** As it is stored; absent on CREATE. */
  readonly oldObject?: ApiObject;
}

/** Admission: the `Status` with which the request is refused, or `undefined` to let it pass. */
export type Admit = (request: AdmissionRequest) => ApiStatus | undefined;
