import type { KubeletProfile } from './kubelet-releases.ts';
import { formatSpan, type Nanos } from './nano-time.ts';

/** A share of 100. */
export type Percent = number;

/** The dead containers that may stay (C-1). A negative count is no limit. */
export interface ContainerPolicy {
  /** Counted from the container's creation. */
  readonly minAge: Nanos;
  /** Dead containers per evict unit: a pod's containers of one name (C-3). */
  readonly maxPerPodContainer: number;
  /** Dead containers on the node. */
  readonly maxContainers: number;
}

/** The images that may stay. */
export interface ImagePolicy {
  /** Counted from the pass that first saw the image. */
  readonly minAge: Nanos;
  /** Time without use after which an image goes; 0 is off. */
  readonly maxAge: Nanos;
  /** Usage of the image filesystem from which on space is freed. */
  readonly highThresholdPercent: Percent;
  /** Usage down to which it is freed. */
  readonly lowThresholdPercent: Percent;
}

const MINUTE = 60_000_000_000n;

/** Defaults of every mirrored release. */
export const DEFAULT_CONTAINER_POLICY: ContainerPolicy = {
  minAge: 0n,
  maxPerPodContainer: 1,
  maxContainers: -1,
};

/** Defaults of every mirrored release. */
export const DEFAULT_IMAGE_POLICY: ImagePolicy = {
  minAge: 2n * MINUTE,
  maxAge: 0n,
  highThresholdPercent: 85,
  lowThresholdPercent: 80,
};

/** The error in one field of a policy. */
export interface PolicyFault {
  readonly field: string;
  readonly message: string;
}

/** Why a kubelet would not start with the policy (C-2). */
export function containerPolicyFaults(policy: ContainerPolicy): PolicyFault[] {
  const faults: PolicyFault[] = [];
  if (policy.minAge < 0n) {
    const message = `The minimum age must not be negative, it is ${formatSpan(policy.minAge)}.`;
    faults.push({ field: 'minAge', message });
  }
  for (const field of ['maxPerPodContainer', 'maxContainers'] as const) {
    if (Number.isSafeInteger(policy[field])) continue;
    faults.push({ field, message: `The limit must be a whole number, it is ${policy[field]}.` });
  }
  return faults;
}

/** Why a kubelet's image manager would not take the policy (IV-1). */
export function imagePolicyFaults(policy: ImagePolicy, release: KubeletProfile): PolicyFault[] {
  const faults: PolicyFault[] = [];
  const { highThresholdPercent: high, lowThresholdPercent: low } = policy;
  const check = (field: string, name: string, percent: Percent): void => {
    if (Number.isInteger(percent) && percent >= 0 && percent <= 100) return;
    const message = `The ${name} threshold must be a whole number from 0 to 100, it is ${percent}.`;
    faults.push({ field, message });
  };
  check('highThresholdPercent', 'high', high);
  check('lowThresholdPercent', 'low', low);
  if (faults.length === 0 && low > high) {
    const message = `The low threshold, ${low}, must not be above the high threshold, ${high}.`;
    faults.push({ field: 'lowThresholdPercent', message });
  }
  for (const [field, name] of [
    ['minAge', 'minimum'],
    ['maxAge', 'maximum'],
  ] as const) {
    if (policy[field] >= 0n) continue;
    const message = `The ${name} age must not be negative, it is ${formatSpan(policy[field])}.`;
    faults.push({ field, message });
  }
  if (policy.maxAge > 0n && !release.hasMaxAge) {
    const message = `The kubelet of ${release.release} has no maximum age of images.`;
    faults.push({ field: 'maxAge', message });
  }
  return faults;
}

/** Further errors from the check of the configuration, which is stricter than the image manager (IV-2). */
export function imageConfigurationFaults(
  policy: ImagePolicy,
  release: KubeletProfile,
): PolicyFault[] {
  const faults = imagePolicyFaults(policy, release);
  const { highThresholdPercent: high, lowThresholdPercent: low, minAge, maxAge } = policy;
  if (low === high) {
    const message = `The low threshold, ${low}, must be below the high threshold, ${high}.`;
    faults.push({ field: 'lowThresholdPercent', message });
  }
  if (maxAge > 0n && maxAge <= minAge) {
    const message = `The maximum age, ${formatSpan(maxAge)}, must be above the minimum age, ${formatSpan(minAge)}.`;
    faults.push({ field: 'maxAge', message });
  }
  return faults;
}
