import type { ApiRequest, DeleteOptions, WarningEvent } from '@gcscope/gc-core';
import { requestPath } from '@gcscope/gc-core';
import type { CorrelatedEvent } from './event-correlator.ts';

/** The whole answer to a call. */
export interface CallAnswer {
  readonly type: 'answer';
  readonly code: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly retryAfter: string | undefined;
  /** The time of day at the server. */
  readonly date: string | undefined;
}

/** The requests of a worker. It sends no PUT of a whole object, as collectors before 1.16 did. */
export type ObjectRequest = Exclude<ApiRequest, { readonly verb: 'update' }>;
type DeleteRequest = Extract<ApiRequest, { readonly verb: 'delete' }>;
type PatchRequest = Extract<ApiRequest, { readonly verb: 'patch' }>;

/** The holder of a Lease, and since when. Times are RFC 3339 with microseconds. */
export interface LeaseSpec {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaseTransitions: number;
}

/** Where a Lease is. */
export interface LeaseAddress {
  readonly namespace: string;
  readonly name: string;
}

/** Metadata alone, whole objects only where a server has no other form (HT-01). */
const METADATA = ['vnd.kubernetes.protobuf', 'json']
  .map((type) => `application/${type};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`)
  .concat('application/json')
  .join(',');
const JSON_TYPE = 'application/json';
const STRATEGIC_MERGE = 'application/strategic-merge-patch+json';
/** All that a patch of the collector says of an object (FR-06, PA-02..06). */
const PATCHED = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'ownerReferences',
  'finalizers',
]);

/**
 * One HTTP request of `collect`. The functions that make one are the whole list of what this program can ask of the
 * cluster beyond reading it: nothing else can be sent.
 */
export class CollectorCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly accept: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;

  private constructor(
    method: CollectorCall['method'],
    path: string,
    accept: string,
    contentType?: string,
    body?: object,
  ) {
    this.method = method;
    this.path = path;
    this.accept = accept;
    this.contentType = contentType;
    this.body = body && JSON.stringify(body);
  }

  /** The request of a worker; a sentence when its object has a name that no path can hold. */
  static of(request: ObjectRequest): CollectorCall | string {
    const { namespace, name, resource } = request;
    if (name === '') return 'name is required';
    // A reference may hold any text, and `../..` would lead to another object.
    const { group, version, resource: plural } = resource;
    const odd =
      [name, namespace].find((segment) => /^\.\.?$|[/%]/.test(segment)) ??
      [group, version, plural].find((segment) => /^\.\.?$|[^\w.-]/.test(segment));
    if (odd !== undefined) return `invalid resource name ${JSON.stringify(odd)}`;
    switch (request.verb) {
      case 'get':
        return new CollectorCall('GET', requestPath(request), METADATA);
      case 'delete':
        return CollectorCall.#delete(request);
      case 'patch':
        return CollectorCall.#patch(request);
    }
  }

  /** DELETE with preconditions and a policy (DE-02, DE-04). */
  static #delete(request: DeleteRequest): CollectorCall | string {
    const { preconditions, propagationPolicy }: DeleteOptions = request.options;
    const { uid, resourceVersion } = preconditions ?? {};
    // Without it, the request would delete whatever has the name by then.
    if (!uid) return 'the collector deletes only an object whose uid it knows';
    const body = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { uid, resourceVersion },
      propagationPolicy,
    };
    return new CollectorCall('DELETE', requestPath(request), METADATA, JSON_TYPE, body);
  }

  /** PATCH of references and finalizers. */
  static #patch(request: PatchRequest): CollectorCall | string {
    const { metadata, ...others } = request.body;
    const fields = Object.keys((metadata ?? {}) as object);
    if (Object.keys(others).length > 0 || !fields.every((field) => PATCHED.has(field))) {
      return 'the collector patches references and finalizers only';
    }
    const { contentType, body } = request;
    return new CollectorCall('PATCH', requestPath(request), METADATA, contentType, body);
  }

  /** Creates the Event that a reference leads to another namespace (EV-01..08). */
  static createEvent(correlated: CorrelatedEvent): CollectorCall {
    const { event, name, count, firstAt, lastAt, isCombined } = correlated;
    const { type, reason, message, involvedObject } = event;
    const { kind, namespace, name: about, uid, apiVersion } = involvedObject;
    const place = eventNamespace(event);
    const body = {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name, namespace: place },
      involvedObject: {
        kind,
        ...(namespace === '' ? {} : { namespace }),
        name: about,
        uid,
        apiVersion,
      },
      reason,
      message,
      source: { component: COMPONENT },
      firstTimestamp: inSeconds(firstAt),
      lastTimestamp: inSeconds(lastAt),
      count,
      type,
      eventTime: null,
      // As the real one leaves it.
      reportingComponent: isCombined ? '' : COMPONENT,
      reportingInstance: '',
    };
    return new CollectorCall('POST', eventsPath(event), JSON_TYPE, JSON_TYPE, body);
  }

  /** Counts up an Event that was seen again (EV-07). */
  static countEvent({ event, name, count, lastAt }: CorrelatedEvent): CollectorCall {
    const path = `${eventsPath(event)}/${encodeURIComponent(name)}`;
    const body = { count, lastTimestamp: inSeconds(lastAt), message: event.message };
    return new CollectorCall('PATCH', path, JSON_TYPE, STRATEGIC_MERGE, body);
  }

  /** Reads a Lease. */
  static getLease(address: LeaseAddress): CollectorCall {
    return new CollectorCall('GET', leasePath(address), JSON_TYPE);
  }

  /** Takes a new Lease, or one that ran out: then `resourceVersion` is that of the Lease as it was read. */
  static putLease(address: LeaseAddress, spec: LeaseSpec, resourceVersion?: string): CollectorCall {
    const { namespace, name } = address;
    // A free Lease has no holder; an empty name is refused.
    const holderIdentity = spec.holderIdentity === '' ? undefined : spec.holderIdentity;
    const body = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { name, namespace, resourceVersion },
      spec: { ...spec, holderIdentity },
    };
    return resourceVersion === undefined
      ? new CollectorCall('POST', leasesPath(namespace), JSON_TYPE, JSON_TYPE, body)
      : new CollectorCall('PUT', leasePath(address), JSON_TYPE, JSON_TYPE, body);
  }
}

/** By this name the collector reports Events (CF-07). */
const COMPONENT = 'garbage-collector-controller';

/** A cluster-scoped object has no namespace for its Events (EV-08). */
function eventNamespace({ involvedObject: { namespace } }: WarningEvent): string {
  return namespace === '' ? 'default' : namespace;
}

function eventsPath(event: WarningEvent): string {
  return `/api/v1/namespaces/${encodeURIComponent(eventNamespace(event))}/events`;
}

function inSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function leasesPath(namespace: string): string {
  return `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
}

function leasePath({ namespace, name }: LeaseAddress): string {
  return `${leasesPath(namespace)}/${encodeURIComponent(name)}`;
}
