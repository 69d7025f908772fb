import {
  createWorld,
  DEFAULT_RELEASE,
  RELEASES,
  type Scenario,
  ScenarioError,
} from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { requireReplayable } from '../../../src/writes/scenario-cluster/require-replayable.ts';

const OWNER = '{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a, uid: u}}';

/** The sentence with which a scenario of this `spec`, as YAML, is refused, and its place; empty when it is not. */
function refusal(spec: string, release: string = DEFAULT_RELEASE): string {
  const metadata = { name: 'one' };
  const scenario: Scenario = {
    apiVersion: 'gcscope.dev/v1',
    kind: 'Scenario',
    metadata,
    spec: parse(spec) as Scenario['spec'],
  };
  const { apiServer } = createWorld(scenario, RELEASES[DEFAULT_RELEASE]).simulation;
  try {
    requireReplayable(scenario, release, apiServer.table);
    return '';
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return `${error.path.join('.')}: ${error.message}`;
  }
}

describe('what no cluster can replay', () => {
  it.each([
    ['{stepping: manual}', 'spec.stepping: spec.stepping: manual cannot run on a real cluster'],
    [
      '{release: v1.13}',
      'spec.release: The scenario of v1.13 cannot run on a real cluster: the cluster follows the rules of v1.36.',
    ],
    ['{absentOwnerCacheSize: 2}', 'gcscope cannot change that cache of the collector'],
    ['{users: [{name: dev}]}', 'does not change rights'],
    [
      '{steps: [{settle: {}}, {put: []}]}',
      'spec.steps.1.put: Step 2, "put" cannot run on a real cluster: it changes the storage',
    ],
    ['{steps: [{remove: []}]}', '"remove"'],
    ['{steps: [{unserve: []}]}', '"unserve"'],
    ['{steps: [{restartCollector: {}}]}', '"restartCollector"'],
    ['{steps: [{intercept: {request: get v1/pods a/b, answer: Conflict}}]}', '"intercept"'],
    [`{steps: [{create: ${OWNER}, as: dev}]}`, '"as"'],
    [`{steps: [{create: ${OWNER.replace('name: a', 'generateName: a-')}}]}`, 'generateName'],
    [`{objects: [${OWNER.replace('namespace: shop, ', '')}]}`, 'ConfigMap a without a namespace'],
    [
      '{objects: [{apiVersion: v1, kind: Node, metadata: {namespace: x, name: n, uid: u}}]}',
      'Node n in a namespace',
    ],
    [
      '{objects: [{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.a.b, uid: u}}]}',
      'it would change what the cluster serves to everybody',
    ],
    [
      `{objects: [${OWNER.replace('uid: u', 'uid: u, resourceVersion: "1"')}]}`,
      'the API server chooses versions itself',
    ],
    [
      `{objects: [${OWNER}, ${OWNER.replace('name: a', 'name: b')}]}`,
      'spec.objects.1: ConfigMap b with the uid u, which was named before',
    ],
    [
      `{objects: [${OWNER}], steps: [{create: ${OWNER.replace('name: a', 'name: b')}}]}`,
      'which was named before',
    ],
    [
      '{objects: [{apiVersion: v1, kind: Namespace, metadata: {name: n, uid: u}}], steps: [{delete: Namespace n}]}',
      'the deletion of a Namespace',
    ],
    [
      '{objects: [{apiVersion: v1, kind: Namespace, metadata: {name: n, uid: u}}], steps: [{delete: "uid:u"}]}',
      'the deletion of a Namespace',
    ],
    [
      `{objects: [${OWNER.replace('uid: u', 'uid: u, deletionTimestamp: "2026-01-01T00:00:00Z"')}]}`,
      'ConfigMap a, which is being deleted, cannot run',
    ],
    [
      '{resources: [{apiVersion: apps/v1, kind: Own, resource: owns, namespaced: true}]}',
      'The custom kind Own',
    ],
  ])('%s', (spec, words) => {
    expect(refusal(spec)).toContain(words);
  });

  it('takes a uid that is named before its object is created for an impossible one', () => {
    const child = `{apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: c, uid: c, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: a, uid: u}]}}`;
    const words = 'spec.steps.0.create: ConfigMap a with the uid u, which was named before';
    expect(refusal(`{objects: [${child}], steps: [{create: ${OWNER}}]}`)).toContain(words);
    expect(refusal(`{steps: [{create: ${OWNER}}, {create: ${child}}]}`)).toBe('');
  });

  it('leaves microsteps to the collector unless something is sent between them', () => {
    const steps = (last: string): string =>
      `{objects: [${OWNER}], steps: [{delete: ConfigMap shop/a}, {step: 1}, {step: 1}, ${last}]}`;
    expect(refusal(steps('{settle: {}}'))).toBe('');
    expect(refusal(steps('{advance: 5s}'))).toBe('');
    expect(refusal(steps('{expect: {onlyObjects: []}}'))).toBe('');
    expect(refusal(steps(`{create: ${OWNER.replaceAll('u}', 'v}')}}, {settle: {}}`))).toContain(
      'spec.steps.1.step: Step 2, "step" cannot run on a real cluster: step 4 sends a request',
    );
  });

  it('takes an object in deletion that a DELETE leaves so', () => {
    const dying = (more: string, kind = 'ConfigMap', spec = ''): string =>
      `{objects: [{apiVersion: v1, kind: ${kind}, metadata: {namespace: shop, name: a, uid: u, deletionTimestamp: "2026-01-01T00:00:00Z", ${more}}${spec}}]}`;
    expect(refusal(dying('finalizers: [foregroundDeletion]'))).toBe('');
    expect(refusal(dying('finalizers: [x/y]'))).toBe('');
    expect(refusal(dying('finalizers: [orphan, foregroundDeletion]'))).toContain(
      'which is being deleted',
    );
    expect(refusal(dying('deletionGracePeriodSeconds: 30', 'Pod', ', spec: {nodeName: n}'))).toBe(
      '',
    );
  });
});
