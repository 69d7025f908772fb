import {
  KUBELET_RELEASES,
  type KubeletProfile,
  type KubeletRelease,
} from '../kubelet/kubelet-releases.ts';
import {
  type Nanos,
  type NanoTime,
  parseNanoTime,
  parseSpan,
  ZERO_TIME,
} from '../kubelet/nano-time.ts';
import type { NodeState } from '../kubelet/node-state.ts';
import {
  type ContainerPolicy,
  containerPolicyFaults,
  DEFAULT_CONTAINER_POLICY,
  DEFAULT_IMAGE_POLICY,
  type ImagePolicy,
  imagePolicyFaults,
  type PolicyFault,
} from '../kubelet/policies.ts';
import type { KubeletScenarioNode } from './kubelet-scenario.ts';
import { ScenarioError } from './scenario.ts';
import { at } from './step-place.ts';

/** The profile of a release by its name. Throws `ScenarioError`. */
export function kubeletProfileOf(name: string): KubeletProfile {
  if (Object.hasOwn(KUBELET_RELEASES, name)) return KUBELET_RELEASES[name as KubeletRelease];
  const known = Object.keys(KUBELET_RELEASES).join(', ');
  throw new ScenarioError(`Release "${name}" is not a known kubelet release. Known: ${known}.`);
}

/** RFC 3339, `zero`, or an offset (`-5m`) from the document's `now`. Throws `ScenarioError`. */
export function timeOf(text: string, now: NanoTime): NanoTime {
  if (text === 'zero') return ZERO_TIME;
  const offset = parseSpan(text);
  const time = offset === undefined ? parseNanoTime(text) : now + offset;
  if (time !== undefined) return time;
  throw new ScenarioError(`"${text}" is not an RFC 3339 time, an offset such as -5m, or "zero".`);
}

/** A time without a base. Throws `ScenarioError`. */
export function absoluteTimeOf(text: string): NanoTime {
  const time = parseNanoTime(text);
  if (time !== undefined) return time;
  throw new ScenarioError(`"${text}" is not an RFC 3339 time.`);
}

/** `30s`, `1h30m`, `-5m`. Throws `ScenarioError`. */
export function spanOf(text: string): Nanos {
  const span = parseSpan(text);
  if (span !== undefined) return span;
  throw new ScenarioError(`"${text}" is not a duration; write for example 30s or 1h30m.`);
}

/** The lists and fields of a node that the document names; those it does not are left out. Throws `ScenarioError`. */
export function nodeOf(document: KubeletScenarioNode, now: NanoTime): Partial<NodeState> {
  const dated = <T extends { readonly createdAt: string }>(
    key: string,
    items: readonly T[],
  ): (Omit<T, 'createdAt'> & { readonly createdAt: NanoTime; readonly attempt: number })[] =>
    items.map((item, index) => ({
      attempt: 0,
      ...item,
      createdAt: at([key, index, 'createdAt'], () => timeOf(item.createdAt, now)),
    }));
  const { pods, containers, sandboxes, images, logDirectories, logLinks, imageFs } = document;
  requireUnique('pods', 'uid', pods);
  requireUnique('containers', 'id', containers);
  requireUnique('sandboxes', 'id', sandboxes);
  return {
    ...(pods && { pods: pods.map((pod) => ({ name: pod.uid, namespace: 'default', ...pod })) }),
    ...(containers && { containers: dated('containers', containers) }),
    ...(sandboxes && { sandboxes: dated('sandboxes', sandboxes) }),
    ...(images && { images: images.map((image) => ({ size: 0, ...image })) }),
    ...(logDirectories && { logDirectories }),
    ...(logLinks && { logLinks }),
    ...(imageFs && { imageFs }),
  };
}

/** Ids name one thing each; of images the list may hold one twice, as a runtime's may. */
function requireUnique<K extends string>(
  list: string,
  key: K,
  items: readonly Readonly<Record<K, string>>[] = [],
): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const value = item[key];
    if (seen.has(value)) {
      throw new ScenarioError(`"${value}" appears twice in ${list}.`, [list, index, key]);
    }
    seen.add(value);
  }
}

/** Both policies with the defaults of what is left out, when the document names them. Throws `ScenarioError`. */
export function policiesOf(
  document: KubeletScenarioNode,
  release: KubeletProfile,
): { readonly containerPolicy?: ContainerPolicy; readonly imagePolicy?: ImagePolicy } {
  const { containerPolicy, imagePolicy } = document;
  return {
    ...(containerPolicy && {
      containerPolicy: checked('containerPolicy', containerPolicyFaults, {
        ...DEFAULT_CONTAINER_POLICY,
        ...containerPolicy,
        ...spansOf('containerPolicy', containerPolicy, ['minAge']),
      }),
    }),
    ...(imagePolicy && {
      imagePolicy: checked('imagePolicy', (policy) => imagePolicyFaults(policy, release), {
        ...DEFAULT_IMAGE_POLICY,
        ...imagePolicy,
        ...spansOf('imagePolicy', imagePolicy, ['minAge', 'maxAge']),
      }),
    }),
  };
}

function spansOf<K extends string>(
  key: string,
  document: Readonly<Partial<Record<K, string>>>,
  names: readonly K[],
): Record<K, Nanos> {
  const defaults: Readonly<Record<string, unknown>> =
    key === 'imagePolicy' ? { ...DEFAULT_IMAGE_POLICY } : { ...DEFAULT_CONTAINER_POLICY };
  return Object.fromEntries(
    names.map((name) => {
      const text = document[name];
      return [name, text === undefined ? defaults[name] : at([key, name], () => spanOf(text))];
    }),
  ) as Record<K, Nanos>;
}

function checked<P>(key: string, faultsOf: (policy: P) => PolicyFault[], policy: P): P {
  const [fault] = faultsOf(policy);
  if (fault) throw new ScenarioError(fault.message, [key, fault.field]);
  return policy;
}
