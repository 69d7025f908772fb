import type { ApiResult, CollectionResult } from '../apiserver/api-result.ts';
import type { ApiServer, RequestTarget } from '../apiserver/api-server.ts';
import { field, isJsonMap, mapOf, sameJson } from '../apiserver/json-value.ts';
import { isFinalized, NAMESPACES } from '../apiserver/namespaces.ts';
import { requestPath } from '../collector/object-client.ts';
import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { joined } from '../meta/joined.ts';
import { type ApiObject, formatTimestamp, type Millis } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { code, type Sentence, say } from '../meta/sentence.ts';
import type { Step, StepRequest } from '../wire/step.ts';
import { monitorIdentity } from './monitor-identity.ts';
import { discoveryError, namespaceConditions } from './namespace-conditions.ts';
import { deleteContent, type NamespaceContent } from './namespace-content.ts';

/** The user the controller acts as (NS-04). */
export const NAMESPACE_CONTROLLER = 'system:serviceaccount:kube-system:namespace-controller';

/** The time that every API server gets to learn that it must refuse new objects (NS-04). */
const FIRST_DELAY: Millis = 5000;
/** First delay after an error, doubled with each one more, and the longest (NS-13). */
const BASE_BACKOFF: Millis = 5;
const MAX_BACKOFF: Millis = 60_000;

/** One pass as it can be shown: what it was about, why, and the requests that found something to do. */
export type NamespacePass = Required<Pick<Step, 'rule' | 'sentence' | 'requests' | 'subject'>>;

export interface NamespaceControllerOptions {
  readonly apiServer: ApiServer;
  readonly release: ReleaseProfile;
  readonly now: () => Millis;
  /** Called after each pass over a Namespace that is there. */
  readonly onPass?: (pass: NamespacePass) => void;
  /** `<group>/<version>` that discovery cannot read for a pass over the Namespace; by default what APIServices say (NS-06). */
  readonly undiscovered?: (namespace: string) => readonly string[];
}

/** The end of a pass: done, another pass after a time, or a retry after an error. */
type PassEnd =
  | { readonly type: 'done' }
  | { readonly type: 'wait'; readonly delay: Millis }
  | { readonly type: 'error' };

/**
 * Empties Namespaces that are being deleted and lets them go (NS-04..NS-14), as the controller of that name does. It sees
 * Namespaces through the API server's events; nothing moves by itself: `pass` makes one pass that is due.
 */
export class NamespaceController {
  readonly #options: NamespaceControllerOptions;
  /** One waiting time per name: the earliest wins. */
  readonly #due = new Map<string, Millis>();
  readonly #failures = new Map<string, number>();
  /** The stored version when a pass ended without a change: until it changes, another pass changes nothing either. */
  readonly #futile = new Map<string, number>();
  #requests: StepRequest[] = [];

  constructor(options: NamespaceControllerOptions) {
    this.#options = options;
    const { apiServer } = options;
    apiServer.subscribe(({ type, resource, object }) => {
      if (resource !== NAMESPACES) return;
      if (type !== 'DELETED') this.#observe(object);
      // The real one finds out by its next pass, which does nothing.
      else this.#due.delete(object.metadata.name);
    });
    const resource = this.#resource();
    if (resource) for (const object of apiServer.list(resource).items) this.#observe(object);
  }

  /** When the next pass is due, in milliseconds since the epoch. */
  nextDue(): Millis | undefined {
    return this.#due.size === 0 ? undefined : Math.min(...this.#due.values());
  }

  /** When the next pass is due that could change more than the last one did. */
  nextUsefulDue(): Millis | undefined {
    if (this.#due.size === 0) return undefined;
    const stored = this.#options.apiServer.changes;
    const useful = [...this.#due].filter(([name]) => this.#futile.get(name) !== stored);
    return useful.length === 0 ? undefined : Math.min(...useful.map(([, due]) => due));
  }

  /** Makes the pass that has been due longest; false when none is due. */
  pass(): boolean {
    const [first] = [...this.#due].toSorted(([, a], [, b]) => a - b);
    if (!first || first[1] > this.#options.now()) return false;
    const [name] = first;
    this.#due.delete(name);
    const { apiServer } = this.#options;
    const before = apiServer.changes;
    const end = this.#sync(name);
    if (apiServer.changes === before) this.#futile.set(name, before);
    else this.#futile.delete(name);
    this.#requeue(name, end);
    return true;
  }

  #resource(): ApiResource | undefined {
    return this.#options.apiServer.table.forKind('v1', 'Namespace');
  }

  #observe({ metadata }: ApiObject): void {
    if (metadata.deletionTimestamp !== undefined) this.#addAfter(metadata.name, FIRST_DELAY);
  }

  #addAfter(name: string, delay: Millis): void {
    const due = this.#options.now() + delay;
    this.#due.set(name, Math.min(due, this.#due.get(name) ?? due));
  }

  /** When the next pass comes: sooner with what is left, later after each error (NS-13). */
  #requeue(name: string, end: PassEnd): void {
    if (end.type === 'done') this.#failures.delete(name);
    if (end.type === 'wait') this.#addAfter(name, end.delay);
    if (end.type !== 'error') return;
    const failures = this.#failures.get(name) ?? 0;
    this.#failures.set(name, failures + 1);
    this.#addAfter(name, Math.min(BASE_BACKOFF * 2 ** failures, MAX_BACKOFF));
  }

  /** One pass: GET, set the phase, empty, finish (NS-05). */
  #sync(name: string): PassEnd {
    const { apiServer, now, release, undiscovered } = this.#options;
    const resource = this.#resource();
    if (!resource) return { type: 'done' };
    const target = { resource, namespace: '', name };
    const live = apiServer.get(target);
    if (!live.ok) return { type: 'done' };
    let namespace = live.object as ApiObject;
    if (namespace.metadata.deletionTimestamp === undefined) return { type: 'done' };
    if (field(mapOf(namespace.status), 'phase') !== 'Terminating') {
      const answer = this.#putStatus(target, { ...namespace, status: { phase: 'Terminating' } });
      if (!answer.ok) return this.#failed(namespace, answer.status);
      namespace = answer.object as ApiObject;
    }
    if (isFinalized(namespace)) return { type: 'done' };
    const content = deleteContent(
      apiServer,
      namespace,
      now(),
      (each) => this.#deleteCollection(each, name),
      release.deletesPodsOfNamespaceFirst,
      undiscovered?.(name),
    );
    const status = this.#reportConditions(target, namespace, content);
    if (status && !status.ok) return this.#failed(namespace, status.status);
    return this.#finish(target, namespace, content);
  }

  /** With nothing left it takes `kubernetes` from the spec, else it waits (NS-13, NS-14). */
  #finish(target: RequestTarget, namespace: ApiObject, content: NamespaceContent): PassEnd {
    const called = { ...namespace.metadata, apiVersion: 'v1', kind: 'Namespace', namespace: '' };
    const [failure] = content.failures;
    if (content.podsRemain) {
      const more = failure === undefined ? '' : ` The controller will try again. Error: ${failure}`;
      this.#report(
        namespace,
        'NS-07',
        say`${called} still has Pods. The namespace controller deletes nothing else until they are gone.${more}`,
      );
    } else if (content.unread.length > 0) {
      const error = discoveryError(content.unread);
      this.#report(
        namespace,
        'NS-06',
        say`The namespace controller cannot finish ${called}. Error: ${error}`,
      );
    } else if (failure !== undefined) {
      this.#report(
        namespace,
        'NS-08',
        say`The namespace controller could not delete everything in ${called}. Error: ${failure}`,
      );
    } else if (content.estimate > 0) {
      const finalizers = joined([...content.totals.finalizers.keys()]);
      const blockers = finalizers === '' ? '' : ` Their finalizers: ${finalizers}.`;
      this.#report(
        namespace,
        'NS-13',
        say`${called} waits for the objects that are left in it.${blockers}`,
      );
    }
    if (failure !== undefined || content.unread.length > 0) return { type: 'error' };
    if (content.estimate > 0) {
      return { type: 'wait', delay: (Math.floor(content.estimate / 2) + 1) * 1000 };
    }
    const emptied = this.#requests.flatMap(({ method, path }) =>
      method === 'DELETE' ? (path.split('/').at(-1) ?? []) : [],
    );
    const answer = this.#finalize(target, namespace);
    if (!answer.ok) return this.#failed(namespace, answer.status);
    this.#report(
      namespace,
      'NS-14',
      emptied.length > 0
        ? say`The namespace controller deletes what is left in ${called}: ${joined(emptied)}. Now the Namespace is empty, so the controller removes its finalizer ${code('kubernetes')}.`
        : say`${called} is empty. The namespace controller removes its finalizer ${code('kubernetes')}.`,
    );
    return { type: 'done' };
  }

  /** Its own status update makes the first try a conflict (NS-14). */
  #finalize(target: RequestTarget, namespace: ApiObject): ApiResult {
    let read = namespace;
    for (;;) {
      const body = withoutKubernetes(read);
      const answer = this.#put({ ...target, subresource: 'finalize' }, body);
      if (answer.ok || answer.status.reason !== 'Conflict') return answer;
      const again = this.#options.apiServer.get(target);
      if (!again.ok) return again;
      read = again.object as ApiObject;
    }
  }

  /** Writes the five conditions if one of them changed (NS-12). */
  #reportConditions(
    target: RequestTarget,
    namespace: ApiObject,
    content: NamespaceContent,
  ): ApiResult | undefined {
    if (!this.#options.release.namespaceHasConditions) return undefined;
    const status = isJsonMap(namespace.status) ? namespace.status : {};
    const known = field(status, 'conditions');
    const before = Array.isArray(known) ? known : [];
    const conditions = namespaceConditions(content, before, formatTimestamp(this.#options.now()));
    if (sameJson(before, conditions)) return undefined;
    return this.#putStatus(target, { ...namespace, status: { ...status, conditions } });
  }

  #putStatus(target: RequestTarget, body: ApiObject): ApiResult {
    return this.#put({ ...target, subresource: 'status' }, body);
  }

  #put(target: RequestTarget, body: ApiObject): ApiResult {
    const answer = this.#options.apiServer.update(target, body, { user: NAMESPACE_CONTROLLER });
    const path = `${requestPath(target)}/${target.subresource}`;
    this.#record('PUT', path, JSON.stringify(body), answer);
    return answer;
  }

  #deleteCollection(resource: ApiResource, namespace: string): CollectionResult {
    const { apiServer } = this.#options;
    const options = { propagationPolicy: 'Background' };
    const by = { user: NAMESPACE_CONTROLLER };
    const isEmpty = apiServer.list(resource, namespace).items.length === 0;
    const answer = apiServer.deleteCollection(resource, namespace, options, undefined, by);
    // The real one asks every resource; what finds nothing is not worth showing.
    if (!isEmpty || !answer.ok) {
      const root = resource.group === '' ? '/api' : '/apis';
      const path = `${root}/${apiVersionOf(resource)}/namespaces/${namespace}/${resource.resource}`;
      const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
      this.#record('DELETE', path, JSON.stringify(body), answer);
    }
    return answer;
  }

  #record(
    method: StepRequest['method'],
    path: string,
    body: string,
    answer: ApiResult | CollectionResult,
  ): void {
    const { reason } = answer.ok ? {} : answer.status;
    const code = answer.ok ? answer.code : (answer.status.code ?? 500);
    this.#requests.push({ method, path, body, code, ...(reason === undefined ? {} : { reason }) });
  }

  #failed(namespace: ApiObject, { message = '' }: ApiStatus): PassEnd {
    const called = { ...namespace.metadata, apiVersion: 'v1', kind: 'Namespace', namespace: '' };
    this.#report(
      namespace,
      'NS-13',
      say`The namespace controller could not finish ${called} and will try again. Error: ${message}`,
    );
    return { type: 'error' };
  }

  #report(namespace: ApiObject, rule: string, sentence: Sentence): void {
    const requests = this.#requests;
    this.#requests = [];
    const resource = this.#resource();
    if (!resource) return;
    const subject = monitorIdentity(resource, namespace.metadata);
    this.#options.onPass?.({ rule, sentence, requests, subject });
  }
}

function withoutKubernetes(namespace: ApiObject): ApiObject {
  const spec = isJsonMap(namespace.spec) ? namespace.spec : {};
  const finalizers = field(spec, 'finalizers');
  const list = Array.isArray(finalizers) ? finalizers : [];
  return { ...namespace, spec: { ...spec, finalizers: list.filter((f) => f !== 'kubernetes') } };
}
