import type { ApiResult } from '../apiserver/api-result.ts';
import type { ApiServer, RequestTarget } from '../apiserver/api-server.ts';
import { DEFINITIONS, isCleanedUp } from '../apiserver/definitions.ts';
import { requestPath } from '../collector/object-client.ts';
import { type ApiResource, definedBy, groupResource } from '../meta/api-resource.ts';
import { CLEANUP_FINALIZER } from '../meta/finalizers.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import { code, say } from '../meta/sentence.ts';
import type { StepRequest } from '../wire/step.ts';
import { monitorIdentity } from './monitor-identity.ts';
import type { NamespaceControllerOptions } from './namespace-controller.ts';

/** The user as whom the API server deletes the objects of a definition. */
export const DEFINITION_CONTROLLER = 'system:apiserver';

/**
 * Deletes the objects of a CustomResourceDefinition that is being deleted and lets it go when none is left (FN-04): the part
 * of the API server that does so. Nothing moves by itself: `pass` makes one pass that is due.
 */
export class DefinitionController {
  readonly #options: Pick<NamespaceControllerOptions, 'apiServer' | 'now' | 'onPass'>;
  /** Names of definitions, each with the time of its next pass. */
  readonly #due = new Map<string, Millis>();
  /** Names of definitions that wait for objects, by the resource. */
  readonly #waiting = new Map<string, string>();

  constructor(options: Pick<NamespaceControllerOptions, 'apiServer' | 'now' | 'onPass'>) {
    this.#options = options;
    const { apiServer, now } = options;
    apiServer.subscribe(({ type, resource, object }) => {
      const waits = type === 'DELETED' ? this.#waiting.get(resource) : undefined;
      if (waits !== undefined) this.#due.set(waits, now());
      if (resource !== DEFINITIONS) return;
      if (type === 'DELETED') this.#due.delete(object.metadata.name);
      else this.#observe(object);
    });
    const resource = resourceOf(apiServer, DEFINITIONS);
    if (resource) for (const object of apiServer.list(resource).items) this.#observe(object);
  }

  /** When the next pass is due, in milliseconds since the epoch. */
  nextDue(): Millis | undefined {
    return this.#due.size === 0 ? undefined : Math.min(...this.#due.values());
  }

  /** The same: a pass is only due when something has changed. */
  nextUsefulDue(): Millis | undefined {
    return this.nextDue();
  }

  /** Makes the first pass that is due; false when none is. */
  pass(): boolean {
    const [first] = this.#due;
    if (!first || first[1] > this.#options.now()) return false;
    const [name] = first;
    this.#due.delete(name);
    const { apiServer } = this.#options;
    const resource = resourceOf(apiServer, DEFINITIONS);
    if (!resource) return true;
    const target = { resource, namespace: '', name };
    const live = apiServer.get(target);
    const definition = live.ok ? (live.object as ApiObject) : undefined;
    if (definition && isCleanedUp(definition)) this.#cleanUp(target, definition);
    return true;
  }

  #observe(definition: ApiObject): void {
    if (!isCleanedUp(definition)) return;
    const { name } = definition.metadata;
    this.#due.set(name, this.#due.get(name) ?? this.#options.now());
  }

  #cleanUp(target: RequestTarget, definition: ApiObject): void {
    const { apiServer, onPass } = this.#options;
    const resource = resourceOf(apiServer, definedBy(target.name));
    const objects = resource ? apiServer.list(resource).items : [];
    const by = { user: DEFINITION_CONTROLLER };
    const requests = objects.flatMap(({ metadata }): StepRequest[] => {
      if (!resource || metadata.deletionTimestamp !== undefined) return [];
      const { namespace = '', name } = metadata;
      const each = { resource, namespace, name };
      return [sent('DELETE', each, apiServer.delete(each, {}, by))];
    });
    const isLeft = resource !== undefined && apiServer.list(resource).items.length > 0;
    if (isLeft) this.#waiting.set(groupResource(resource), target.name);
    else {
      this.#waiting.delete(definedBy(target.name));
      const { finalizers = [] } = definition.metadata;
      const others = finalizers.filter((each) => each !== CLEANUP_FINALIZER);
      const body = { metadata: { finalizers: others.length > 0 ? others : null } };
      requests.push(sent('PATCH', target, apiServer.patch(target, 'merge', body, by)));
    }
    const subject = monitorIdentity(target.resource, definition.metadata);
    const sentence = isLeft
      ? say`The API server first deletes the objects of ${subject}.`
      : say`No object of ${subject} is left. The API server removes its finalizer ${code(CLEANUP_FINALIZER)}.`;
    onPass?.({ rule: 'FN-04', sentence, requests, subject });
  }
}

function sent(method: StepRequest['method'], to: RequestTarget, answer: ApiResult): StepRequest {
  const code = answer.ok ? answer.code : (answer.status.code ?? 500);
  return { method, path: requestPath(to), code };
}

function resourceOf({ table }: ApiServer, key: string): ApiResource | undefined {
  return table.preferred.find((each) => groupResource(each) === key);
}
