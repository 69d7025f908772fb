import { requestPath } from '../collector/object-client.ts';
import type { ApiObject, Manifest, ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import { type PropagationPolicy, policyOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { code, type Sentence, say } from '../meta/sentence.ts';
import { API_ACTIONS, type ApiAction, deletionOf, targetOf } from '../scenario/api-actions.ts';
import type { ReferenceText, Scenario, ScenarioStep } from '../scenario/scenario.ts';
import type { ScenarioWorld } from '../scenario/scenario-world.ts';
import { ruleOfDeletion } from '../simulation/rule-of-deletion.ts';
import type { Act } from '../simulation/step-recorder.ts';
import {
  createForm,
  type DescribedRequest,
  deleteForm,
  finalDeletion,
  finalizerRemoval,
  patchForm,
} from './request-forms.ts';

type RequestKey = keyof typeof API_ACTIONS;

/** The request that a step of a scenario is, as an act that can be shown; `undefined`: it is none. Throws `ScenarioError`. */
export function requestOf(world: ScenarioWorld, step: ScenarioStep): Act | undefined {
  const key = (Object.keys(API_ACTIONS) as RequestKey[]).find((each) => step[each] !== undefined);
  if (key === undefined) return undefined;
  const action = API_ACTIONS[key] as ApiAction<RequestKey>;
  const value = step[key] as never;
  return { ...describe(world, step), run: () => action(world, value, step) };
}

/** The scenario with this policy, or its own, in each of its deletions, as the release is asked for it. */
export function withPolicy(
  scenario: Scenario,
  policy: PropagationPolicy | undefined,
  release: ReleaseProfile,
): Scenario {
  const steps = (scenario.spec.steps ?? []).map((step): ScenarioStep => {
    if (step.delete === undefined) return step;
    const { orphanDependents: _, propagationPolicy, ...deletion } = deletionOf(step.delete);
    const chosen = policy ?? (propagationPolicy as PropagationPolicy | undefined);
    if (chosen === undefined) return step;
    return { ...step, delete: { ...deletion, ...policyOptions(chosen, release) } };
  });
  return { ...scenario, spec: { ...scenario.spec, steps } };
}

/** The object and the options of a scenario's first deletion. */
export function firstDeletion(
  scenario: Scenario,
): { readonly object: ReferenceText; readonly policy: PropagationPolicy } | undefined {
  for (const step of scenario.spec.steps ?? []) {
    if (step.delete === undefined) continue;
    const { object, propagationPolicy, orphanDependents } = deletionOf(step.delete);
    const policy = (propagationPolicy as PropagationPolicy | undefined) ?? 'Background';
    return { object, policy: orphanDependents === true ? 'Orphan' : policy };
  }
  return undefined;
}

function describe(world: ScenarioWorld, step: ScenarioStep): DescribedRequest {
  const actor = step.by === undefined ? 'user' : 'controller';
  const sender = senderOf(step);
  if (step.create) {
    return { actor, ...describeManifest(world, 'POST', step.create, say`${sender} creates`) };
  }
  if (step.update) {
    return { actor, ...describeManifest(world, 'PUT', step.update, say`${sender} replaces`) };
  }
  if (step.delete !== undefined) {
    const { object, ...options } = deletionOf(step.delete);
    const how =
      options.propagationPolicy === undefined
        ? ''
        : ` with the policy ${options.propagationPolicy}`;
    const { subject, path, meta } = about(world, object);
    return {
      actor,
      rule: ruleOfDeletion(subject, meta, options),
      sentence: say`${sender} deletes ${subject}${how}.`,
      subject,
      request: deleteForm(path, options),
    };
  }
  if (step.patch) {
    const { subject, path } = about(world, step.patch.object);
    const sentence = say`${sender} changes ${subject}.`;
    const request = patchForm(path, step.patch.patch);
    return { actor, rule: 'VA-05', sentence, subject, request };
  }
  if (step.removeFinalizer) {
    const { object, finalizer } = step.removeFinalizer;
    const { subject, path, meta } = about(world, object);
    return finalizerRemoval(subject, path, meta?.finalizers ?? [], finalizer).described;
  }
  const { subject, path } = about(world, step.terminatePod ?? '');
  return finalDeletion(subject, path).described;
}

/** The sender of the request, in words. */
function senderOf({ as: user, by: controller }: ScenarioStep): Sentence {
  if (controller !== undefined) return say`The ${controller}`;
  return user === undefined ? say`A user` : say`User ${code(user)}`;
}

function describeManifest(
  world: ScenarioWorld,
  method: 'POST' | 'PUT',
  manifest: Manifest,
  verb: Sentence,
): Omit<DescribedRequest, 'actor'> {
  const { namespace = '', name = '' } = manifest.metadata;
  const { kind } = manifest;
  const path = requestPath({ resource: world.named.resourceOf(manifest), namespace, name });
  return {
    rule: 'VA-05',
    sentence: say`${verb} ${{ kind, namespace, name }}.`,
    request:
      method === 'POST'
        ? createForm(path, manifest)
        : { method, path, body: JSON.stringify(manifest) },
  };
}

function about(
  world: ScenarioWorld,
  reference: ReferenceText,
): {
  readonly subject: ObjectReference;
  readonly path: string;
  readonly meta: ObjectMeta | undefined;
} {
  const subject = world.named.resolve(reference);
  const target = targetOf(world, reference);
  const live = world.simulation.apiServer.get(target);
  const meta = live.ok ? (live.object as ApiObject).metadata : undefined;
  return { subject, path: requestPath(target), meta };
}
