import type { ApiResource } from '@gcscope/gc-core';
import { defineKind } from '../define-kind.ts';
import type { RealCluster } from '../real-cluster.ts';
import type { AskedKind } from './asked-kinds.ts';

const GROUP = 'requests.example.com';
/** The stored version first. */
const VERSIONS = ['v1', 'v1beta1'] as const;
const COMMON = {
  versions: VERSIONS.map((version) => `${GROUP}/${version}`),
  namespaced: true,
  contents: [{}, { spec: { size: 1 } }],
  change: { spec: { size: 2 } },
};

/** Custom resources in two versions; Gauges have a path for their status. */
export const CUSTOM_KINDS: readonly AskedKind[] = [
  { ...COMMON, kind: 'Widget', resource: 'widgets', statuses: [] },
  { ...COMMON, kind: 'Gauge', resource: 'gauges', statuses: [{ size: 1 }, { size: 2 }] },
];

/** The custom resources as a simulated API server serves them. */
export const CUSTOM_RESOURCES: readonly ApiResource[] = CUSTOM_KINDS.flatMap(
  ({ resource, kind, namespaced }) =>
    VERSIONS.map((version) => ({
      group: GROUP,
      version,
      resource,
      kind,
      namespaced,
      custom: true,
    })),
);

/** Has a real server serve them. */
export async function defineKinds(cluster: RealCluster): Promise<void> {
  for (const { kind, statuses } of CUSTOM_KINDS) {
    const more = statuses.length === 0 ? {} : { subresources: { status: {} } };
    await defineKind(cluster, GROUP, kind, VERSIONS, more);
  }
}
