import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiObject, play, ResourceTable } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { objectDiff, objectYaml } from '../../../src/features/stepper/object-diff.ts';

// Output of `kubectl get -o yaml -w` on a Deployment that was deleted in the background, on Kubernetes 1.17.4.
const PRINTED = readFileSync(
  join(import.meta.dirname, '../../fixtures/background-deletion-v1.17.4.yaml'),
  'utf8',
);
const [STORED = '', REMOVED = ''] = PRINTED.split(/^---\n/m).filter((text) => text.trim() !== '');

function versionOf(document: string): number {
  return Number((parse(document) as ApiObject).metadata.resourceVersion);
}

/** The deletion of the printed object, on a server that has stored other changes meanwhile. */
function deletion(): ReturnType<typeof play> {
  const deployment = parse(STORED) as ApiObject;
  const metadata = {
    name: 'other',
    namespace: 'default',
    uid: 'other',
    resourceVersion: String(versionOf(REMOVED) - 1),
  };
  const fork = {
    id: 'f',
    uid: deployment.metadata.uid,
    now: Date.UTC(2021, 6, 9, 8, 43, 48),
    objects: [deployment, { apiVersion: 'v1', kind: 'ConfigMap', metadata }],
    resources: ResourceTable.builtIn([], new Set(), 'v1.17').resources,
    unserved: [],
    atWork: [],
    guarded: [],
    assumptions: [],
  };
  const how = { release: 'v1.17', propagationPolicy: 'Background', actions: [] } as const;
  return play({ type: 'fork', fork }, how);
}

describe('the YAML of a background deletion', () => {
  it('[API-70] is exactly the two documents that kubectl printed', () => {
    const [change] = deletion().steps[0]?.objects ?? [];
    if (!change?.before || !change.last) throw new Error('Nothing was removed.');
    expect([objectYaml(change.before), objectYaml(change.last)]).toEqual([STORED, REMOVED]);
  });

  it('[API-38] marks the version alone: no timestamp, no finalizer', () => {
    const [change] = deletion().steps[0]?.objects ?? [];
    const lines =
      change?.before && change.last
        ? objectDiff({ before: change.before, after: change.last })
        : [];
    expect(lines.filter(({ type }) => type !== 'same')).toEqual([
      { type: 'removed', text: `  resourceVersion: "${versionOf(STORED)}"` },
      { type: 'added', text: `  resourceVersion: "${versionOf(REMOVED)}"` },
    ]);
  });
});
