import {
  API_REQUESTS,
  DEFAULT_RELEASE,
  type Manifest,
  type ResourceTable,
  type Scenario,
  ScenarioError,
  type ScenarioStep,
  type Uid,
} from '@gcscope/gc-core';
import { deletionPolicyOf } from './written-deletion.ts';

type Path = readonly (string | number)[];

/** Actions that only a simulation can do, and why a cluster cannot do them. */
const ONLY_SIMULATED: readonly (readonly [keyof ScenarioStep, string])[] = [
  ['put', 'changes the storage without the API server'],
  ['remove', 'changes the storage without the API server'],
  ['unserve', 'changes what the API server serves'],
  ['observe', 'needs spec.stepping: manual'],
  ['process', 'needs spec.stepping: manual'],
  ['restartCollector', 'restarts the collector, and gcscope may not do that'],
  ['intercept', 'answers in place of the API server'],
  ['as', 'needs users with rights that gcscope does not set up'],
];

/** Kinds whose objects change what the whole cluster serves. */
const CLUSTER_WIDE: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition']);

/**
 * Throws `ScenarioError`, with the place, for a scenario that no real cluster can replay. `release` is that whose rules the
 * cluster follows, `table` what the scenario's server serves. Nothing is sent.
 */
export function requireReplayable(scenario: Scenario, release: string, table: ResourceTable): void {
  const { spec } = scenario;
  if (spec.stepping === 'manual')
    refuse('spec.stepping: manual', 'a real collector does not wait for steps', [
      'spec',
      'stepping',
    ]);
  const rules = spec.release ?? DEFAULT_RELEASE;
  if (rules !== release) {
    refuse(`The scenario of ${rules}`, `the cluster follows the rules of ${release}`, [
      'spec',
      'release',
    ]);
  }
  if (spec.absentOwnerCacheSize !== undefined) {
    refuse('spec.absentOwnerCacheSize', 'gcscope cannot change that cache of the collector', [
      'spec',
      'absentOwnerCacheSize',
    ]);
  }
  if (spec.users !== undefined) {
    refuse('spec.users', 'gcscope does not change rights in a cluster', ['spec', 'users']);
  }
  for (const { custom, group, kind } of table.resources) {
    const isMixed = custom && table.resources.some((each) => !each.custom && each.group === group);
    if (isMixed)
      refuse(`The custom kind ${kind} in a built-in group`, 'no cluster accepts it', [
        'spec',
        'resources',
      ]);
  }
  requireRealObjects(spec.objects ?? [], table);
  requireRealSteps(scenario, table);
}

function requireRealObjects(objects: readonly Manifest[], table: ResourceTable): void {
  const uids = new Set<Uid>();
  for (const [index, manifest] of objects.entries()) {
    const path = ['spec', 'objects', index];
    requireRealObject(manifest, table, path);
    requireNewUid(manifest, uids, path);
    const { deletionTimestamp, resourceVersion } = manifest.metadata;
    if (resourceVersion !== undefined) {
      refuse('metadata.resourceVersion', 'the API server chooses versions itself', path);
    }
    if (deletionTimestamp !== undefined && deletionPolicyOf(manifest) === undefined) {
      refuse(
        `${manifest.kind} ${manifest.metadata.name}, which is being deleted,`,
        'no DELETE leaves an object in this state',
        path,
      );
    }
  }
}

function requireRealObject(manifest: Manifest, table: ResourceTable, path: Path): void {
  const { kind, apiVersion, metadata } = manifest;
  const { name = '', namespace = '' } = metadata;
  if (CLUSTER_WIDE.has(kind))
    refuse(`${kind} ${name}`, 'it would change what the cluster serves to everybody', path);
  if (metadata.generateName !== undefined)
    refuse('metadata.generateName', 'the API server chooses another name', path);
  const resource = table.forKind(apiVersion, kind);
  if (resource && resource.namespaced !== (namespace !== '')) {
    const fault = resource.namespaced ? 'without a namespace' : 'in a namespace';
    refuse(`${kind} ${name} ${fault}`, 'a cluster has no such object', path);
  }
}

function requireNewUid({ kind, metadata }: Manifest, known: Set<Uid>, path: Path): void {
  const { uid, name } = metadata;
  if (uid === undefined) return;
  if (known.has(uid)) {
    refuse(
      `${kind} ${name} with the uid ${uid}, which was named before`,
      'the API server chooses uids itself',
      path,
    );
  }
  known.add(uid);
}

function requireRealSteps({ spec }: Scenario, table: ResourceTable): void {
  const { steps = [], objects = [] } = spec;
  const uids = new Set<Uid>();
  takeUids(objects, uids);
  for (const [index, step] of steps.entries()) {
    const path = ['spec', 'steps', index];
    for (const [key, why] of ONLY_SIMULATED) {
      if (step[key] !== undefined)
        refuse(`Step ${index + 1}, "${key}"`, `it ${why}`, [...path, key]);
    }
    if (step.step !== undefined) requireRestAfter(steps, index);
    if (step.create) {
      requireRealObject(step.create, table, [...path, 'create']);
      requireNewUid(step.create, uids, [...path, 'create']);
    }
    takeUids(step, uids);
    if (step.delete !== undefined && isNamespace(step.delete, objects)) {
      const why = 'the namespace controller uses a clock that gcscope cannot move';
      refuse(`Step ${index + 1}, the deletion of a Namespace`, why, [...path, 'delete']);
    }
  }
}

/** A collector goes on after a `step`: nothing may be sent before it is at rest. */
function requireRestAfter(steps: readonly ScenarioStep[], index: number): void {
  for (const [offset, step] of steps.slice(index + 1).entries()) {
    if (step.settle !== undefined || step.advance !== undefined) return;
    if (API_REQUESTS.every((key) => step[key] === undefined)) continue;
    refuse(
      `Step ${index + 1}, "step"`,
      `step ${index + offset + 2} sends a request while the collector pauses, and a real collector does not pause`,
      ['spec', 'steps', index, 'step'],
    );
  }
}

/** Every uid that a part of the document names. */
function takeUids(part: unknown, uids: Set<Uid>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'expect') continue;
    if (key === 'uid' && typeof value === 'string') uids.add(value);
    else takeUids(value, uids);
  }
}

function isNamespace(
  deleted: NonNullable<ScenarioStep['delete']>,
  objects: readonly Manifest[],
): boolean {
  const reference = typeof deleted === 'object' && 'object' in deleted ? deleted.object : deleted;
  if (typeof reference !== 'string') return reference.kind === 'Namespace';
  const uid = reference.startsWith('uid:') ? reference.slice('uid:'.length) : undefined;
  if (uid === undefined) return /^(v1\/)?Namespace /.test(reference);
  return objects.some(({ kind, metadata }) => kind === 'Namespace' && metadata.uid === uid);
}

function refuse(what: string, why: string, path: Path): never {
  throw new ScenarioError(`${what} cannot run on a real cluster: ${why}.`, path);
}
