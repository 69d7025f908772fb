import {
  createKubeletWorld,
  diskUsage,
  formatSpan,
  KUBELET_RELEASES,
  type KubeletProfile,
  type KubeletRelease,
  type KubeletScenario,
  type KubeletWorld,
  POLICY_FIELDS,
  type PolicyField,
  performKubeletStep,
  type ReadPolicies,
  readPolicies,
  ScenarioError,
} from '@gcscope/gc-core';
import type { FieldView, NodeChanges } from './node-messages.ts';

/** A node with the changes that can be made, and a sentence for each that cannot. */
export interface ChangedWorld {
  readonly world: KubeletWorld;
  /** The world without changes of the policies and the disk. */
  readonly own: KubeletWorld;
  readonly fields: readonly FieldView[];
  readonly faults: readonly string[];
}

/** The world that a scenario and what somebody changes make. Throws an error with one sentence that names the place. */
export function changedWorld(scenario: KubeletScenario, changes: NodeChanges): ChangedWorld {
  const faults: string[] = [];
  const own = ownWorld(scenario, changes, faults);
  const { hasMaxAge } = own.kubelet.release;
  const fields = POLICY_FIELDS.filter(({ field }) => hasMaxAge || field !== 'maxAge').map((field) =>
    fieldView(field, own, changes),
  );
  for (const key of Object.keys(changes.settings)) {
    if (!fields.some((field) => field.key === key)) faults.push(`There is no field “${key}”.`);
  }
  const world = withFill(withSettings(own, fields, faults), changes, faults);
  return { world, own, fields, faults };
}

/** The world in the release asked for, as far as the scenario's own steps are done. */
function ownWorld(
  scenario: KubeletScenario,
  { release, after = 0 }: NodeChanges,
  faults: string[],
): KubeletWorld {
  const steps = scenario.spec.steps ?? [];
  if (after > steps.length) faults.push(`The scenario has ${steps.length} steps, not ${after}.`);
  const played = (asked: KubeletRelease): KubeletWorld => {
    const start = at('spec', () => createKubeletWorld(scenario, asked));
    return steps
      .slice(0, after)
      .reduce(
        (world, step, index) => at(`spec.steps[${index}]`, () => performKubeletStep(world, step)),
        start,
      );
  };
  const own = at('spec', () => createKubeletWorld(scenario)).kubelet.release.release;
  if (release === undefined || release === own) return played(own);
  if (!Object.hasOwn(KUBELET_RELEASES, release)) {
    const known = Object.keys(KUBELET_RELEASES).join(', ');
    faults.push(`“${release}” is not a known kubelet release. Known: ${known}.`);
    return played(own);
  }
  try {
    return played(release as KubeletRelease);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    faults.push(`${release} does not allow this: ${said} The page shows ${own}.`);
    return played(own);
  }
}

/** The result of `make`; a `ScenarioError` becomes a sentence that names the whole place. */
function at<T>(place: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const rest = error.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
    throw new Error(`${place}${rest.join('')}: ${error.message}`);
  }
}

function fieldView(field: PolicyField, own: KubeletWorld, { settings }: NodeChanges): FieldView {
  const key = `${field.policy}.${field.field}`;
  const text = valueText(own, field);
  const value = Object.hasOwn(settings, key) ? settings[key] : undefined;
  return { ...field, key, own: text, value: value ?? text };
}

/** Text of a value as a flag would write it. */
function valueText({ kubelet }: KubeletWorld, { policy, field, unit }: PolicyField): string {
  const values: Readonly<Record<string, bigint | number>> =
    policy === 'containers' ? { ...kubelet.containerPolicy } : { ...kubelet.imagePolicy };
  const value = values[field];
  return unit === 'span' ? spanText(BigInt(value ?? 0)) : String(value ?? 0);
}

/** `2m0s` as people write it: `2m`. */
function spanText(span: bigint): string {
  const text = formatSpan(span)
    .replace(/(?<=[hm])0s$/, '')
    .replace(/(?<=h)0m$/, '');
  return text === '' ? '0s' : text;
}

/** A policy that a kubelet would refuse is not taken at all. */
function withSettings(
  own: KubeletWorld,
  fields: readonly FieldView[],
  faults: string[],
): KubeletWorld {
  const { kubelet } = own;
  const isChanged = fields.some(({ value, own: before }) => value !== before);
  if (!isChanged) return own;
  const read = readFields(fields, 'value', kubelet.release);
  // The document itself may be odd; only faults that a change adds count.
  const before = readFields(fields, 'own', kubelet.release).faults.map(({ message }) => message);
  const found = read.faults.filter(({ message }) => !before.includes(message));
  for (const { message } of found) faults.push(`${message} A kubelet would not start with it.`);
  if (found.length > 0) return own;
  return {
    ...own,
    kubelet: { ...kubelet, containerPolicy: read.containers, imagePolicy: read.images },
  };
}

/** The policies that a kubelet would make of the fields. */
function readFields(
  fields: readonly FieldView[],
  which: 'value' | 'own',
  release: KubeletProfile,
): ReadPolicies {
  const args = fields.flatMap(({ flag, [which]: text }) =>
    flag === undefined ? [] : [`${flag}=${text}`],
  );
  const configuration = fields.flatMap(({ flag, configuration: key, [which]: text }) =>
    flag === undefined && key !== undefined ? [[key, text] as const] : [],
  );
  return readPolicies(args, Object.fromEntries(configuration), release);
}

function withFill(world: KubeletWorld, { fill }: NodeChanges, faults: string[]): KubeletWorld {
  const { imageFs } = world.node;
  if (fill === undefined) return world;
  if (!imageFs || diskUsage(imageFs, world.kubelet.imagePolicy) === undefined) {
    faults.push('The size of the image filesystem is not known, so you cannot change its usage.');
    return world;
  }
  const availableBytes = Math.floor((imageFs.capacityBytes * (100 - fill)) / 100);
  return { ...world, node: { ...world.node, imageFs: { ...imageFs, availableBytes } } };
}
