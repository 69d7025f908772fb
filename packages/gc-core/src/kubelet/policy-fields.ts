import type { KubeletProfile } from './kubelet-releases.ts';
import { type Nanos, parseSpan } from './nano-time.ts';
import {
  type ContainerPolicy,
  containerPolicyFaults,
  DEFAULT_CONTAINER_POLICY,
  DEFAULT_IMAGE_POLICY,
  type ImagePolicy,
  imageConfigurationFaults,
  type PolicyFault,
} from './policies.ts';

/** How one field of a policy is spelled on the command line and in a KubeletConfiguration (C-1). */
export interface PolicyField {
  readonly policy: 'containers' | 'images';
  readonly field: keyof ContainerPolicy | keyof ImagePolicy;
  readonly unit: 'span' | 'count' | 'percent';
  /** Absent where there is none. */
  readonly flag?: string;
  /** Absent where there is none. */
  readonly configuration?: string;
}

/** Every field of both policies. */
export const POLICY_FIELDS: readonly PolicyField[] = [
  {
    policy: 'containers',
    field: 'minAge',
    unit: 'span',
    flag: '--minimum-container-ttl-duration',
  },
  {
    policy: 'containers',
    field: 'maxPerPodContainer',
    unit: 'count',
    flag: '--maximum-dead-containers-per-container',
  },
  {
    policy: 'containers',
    field: 'maxContainers',
    unit: 'count',
    flag: '--maximum-dead-containers',
  },
  {
    policy: 'images',
    field: 'highThresholdPercent',
    unit: 'percent',
    flag: '--image-gc-high-threshold',
    configuration: 'imageGCHighThresholdPercent',
  },
  {
    policy: 'images',
    field: 'lowThresholdPercent',
    unit: 'percent',
    flag: '--image-gc-low-threshold',
    configuration: 'imageGCLowThresholdPercent',
  },
  {
    policy: 'images',
    field: 'minAge',
    unit: 'span',
    flag: '--minimum-image-ttl-duration',
    configuration: 'imageMinimumGCAge',
  },
  { policy: 'images', field: 'maxAge', unit: 'span', configuration: 'imageMaximumGCAge' },
];

/** The policies that flags and configuration make, and what is wrong with them. */
export interface ReadPolicies {
  readonly containers: ContainerPolicy;
  readonly images: ImagePolicy;
  /** `field` is the flag or the configuration's field. */
  readonly faults: readonly PolicyFault[];
}

/**
 * Policies from a kubelet's arguments and its configuration; a flag goes before the configuration, and what neither names has
 * its default (IV-2). Never throws: what cannot be read is a fault and keeps its default.
 */
export function readPolicies(
  args: readonly string[],
  configuration: Readonly<Record<string, unknown>>,
  release: KubeletProfile,
): ReadPolicies {
  const flags = flagValues(args);
  const given = POLICY_FIELDS.map((field) => readField(field, flags, configuration));
  const values = (policy: PolicyField['policy']): Record<string, Nanos | number> =>
    Object.fromEntries(
      given.flatMap(({ field, value }) =>
        field.policy === policy && value !== undefined ? [[field.field, value]] : [],
      ),
    );
  const containers: ContainerPolicy = { ...DEFAULT_CONTAINER_POLICY, ...values('containers') };
  const images: ImagePolicy = { ...DEFAULT_IMAGE_POLICY, ...values('images') };
  const named = (policy: string, found: readonly PolicyFault[]): PolicyFault[] =>
    found.map(({ field, message }) => {
      const place = given.find(
        (each) => each.field.policy === policy && each.field.field === field,
      );
      return { field: place?.place ?? field, message };
    });
  const faults = [
    ...given.flatMap(({ fault }) => fault ?? []),
    ...named('containers', containerPolicyFaults(containers)),
    ...named('images', imageConfigurationFaults(images, release)),
  ];
  return { containers, images, faults };
}

/** The given value of one field, and its name. */
interface GivenField {
  readonly field: PolicyField;
  readonly place: string;
  readonly value?: Nanos | number;
  readonly fault?: PolicyFault;
}

function readField(
  field: PolicyField,
  flags: ReadonlyMap<string, string>,
  configuration: Readonly<Record<string, unknown>>,
): GivenField {
  const { flag = '', configuration: key = '', unit } = field;
  const isFlag = flags.has(flag);
  const place = isFlag || key === '' ? flag : key;
  const stands = Object.hasOwn(configuration, key) ? configuration[key] : undefined;
  const text = flags.get(flag) ?? stands ?? undefined;
  if (text === undefined) return { field, place };
  const value = readValue(text, unit);
  if (value === undefined) {
    const expected = unit === 'span' ? 'a duration such as 2m or 1h30m' : 'a whole number';
    const message = `${place} must be ${expected}, it is ${JSON.stringify(text)}.`;
    return { field, place, fault: { field: place, message } };
  }
  // The configuration cannot turn the minimum age off: 0 is taken for "not set" (IV-2).
  return value === 0n && key === 'imageMinimumGCAge' ? { field, place } : { field, place, value };
}

/** `--flag=value` and `--flag value`; of several the last. */
function flagValues(args: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [index, arg] of args.entries()) {
    if (!arg.startsWith('--')) continue;
    const sign = arg.indexOf('=');
    const next = args[index + 1];
    if (sign > 0) values.set(arg.slice(0, sign), arg.slice(sign + 1));
    else if (next !== undefined) values.set(arg, next);
  }
  return values;
}

function readValue(value: unknown, unit: PolicyField['unit']): Nanos | number | undefined {
  if (unit === 'span') return typeof value === 'string' ? parseSpan(value) : undefined;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
