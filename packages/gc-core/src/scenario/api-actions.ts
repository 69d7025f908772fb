import type { ApiResult, ApiServer, Requester } from '../apiserver/api-server.ts';
import type { ApiObject, ObjectMeta } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { terminatePod } from '../simulation/pod-grace.ts';
import type { NamedObject } from './named-objects.ts';
import { type ReferenceText, ScenarioError, type ScenarioStep } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import type { API_REQUESTS } from './step-form.ts';
import { at } from './step-place.ts';

/** A request to the API server that a step can be; `value` is the value of its key. */
export type ApiAction<K extends keyof ScenarioStep> = (
  world: ScenarioWorld,
  value: NonNullable<ScenarioStep[K]>,
  step: ScenarioStep,
) => ApiResult;

/** The actions that are requests to the API server, by key. */
export const API_ACTIONS: {
  readonly [K in (typeof API_REQUESTS)[number]]: ApiAction<K>;
} = {
  create: (world, manifest, step) => {
    const resource = world.named.resourceOf(manifest);
    world.named.ask(manifest);
    // As in any JSON the server reads, an empty uid is none.
    world.uids.choose(manifest.metadata.uid || undefined);
    const { namespace = '' } = manifest.metadata;
    const result = world.simulation.apiServer.create(resource, namespace, manifest, userOf(step));
    if (result.ok) world.named.add(result.object as ApiObject);
    return result;
  },
  update: (world, manifest, step) => {
    const { apiServer } = world.simulation;
    const { namespace = '', name = '' } = manifest.metadata;
    const place = { resource: world.named.resourceOf(manifest), namespace, name };
    world.named.ask(manifest);
    const complete = {
      ...manifest,
      metadata: { ...known(apiServer, place), ...manifest.metadata },
    };
    return apiServer.update({ ...place, ...subresourceOf(step) }, complete, userOf(step));
  },
  patch: (world, { object, patch, subresource }, step) => {
    const place = {
      ...at(['object'], () => targetOf(world, object)),
      ...subresourceOf(subresource === undefined ? step : { subresource }),
    };
    return world.simulation.apiServer.patch(place, 'merge', patch, userOf(step));
  },
  delete: (world, value, step) => {
    const { object, ...options } = deletionOf(value);
    const target = at(object === value ? [] : ['object'], () => targetOf(world, object));
    return world.simulation.apiServer.delete(target, options, userOf(step));
  },
  removeFinalizer: (world, { object, finalizer }, step) => {
    const { apiServer } = world.simulation;
    const target = at(['object'], () => targetOf(world, object));
    const live = apiServer.get(target);
    if (!live.ok) return live;
    const finalizers = (live.object as ApiObject).metadata.finalizers ?? [];
    const remaining = finalizers.filter((each) => each !== finalizer);
    const body = { metadata: { finalizers: remaining.length > 0 ? remaining : null } };
    return apiServer.patch(target, 'merge', body, userOf(step));
  },
  terminatePod: (world, object) => {
    const { apiServer } = world.simulation;
    const target = targetOf(world, object);
    const { group, kind } = target.resource;
    if (group !== '' || kind !== 'Pod') {
      throw new ScenarioError(`A kubelet ends Pods only, no ${kind}.`);
    }
    const live = apiServer.get(target);
    return live.ok ? terminatePod(apiServer, live.object as ApiObject) : live;
  },
};

/** Where the object of a reference is. Throws `ScenarioError`. */
export function targetOf(world: ScenarioWorld, reference: ReferenceText): NamedTarget {
  const object = world.named.resolve(reference);
  const { namespace, name } = object;
  return { resource: world.named.resourceOf(object), namespace, name };
}

type NamedTarget = Pick<NamedObject, 'namespace' | 'name'> & {
  readonly resource: ReturnType<ScenarioWorld['named']['resourceOf']>;
};

/** Without a resourceVersion an `update` is unconditional, for custom resources too, which a server would refuse (VA-09). */
function known(apiServer: ApiServer, target: NamedTarget): Partial<ObjectMeta> {
  const live = apiServer.get(target);
  const { resourceVersion } = live.ok ? (live.object as ApiObject).metadata : {};
  return resourceVersion === undefined ? {} : { resourceVersion };
}

function userOf({ as: user }: ScenarioStep): Requester {
  return user === undefined ? {} : { user };
}

function subresourceOf({ subresource }: { readonly subresource?: string }): {
  subresource?: string;
} {
  return subresource === undefined ? {} : { subresource };
}

/** The object and the options of a `delete`. */
export function deletionOf(
  value: NonNullable<ScenarioStep['delete']>,
): { readonly object: ReferenceText } & DeleteOptions {
  return typeof value === 'object' && 'object' in value ? value : { object: value };
}
