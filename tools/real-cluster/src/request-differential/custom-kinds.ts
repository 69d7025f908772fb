import type { ApiResource } from '@gcscope/gc-core';
import type { AskedKind, Json } from './asked-kinds.ts';

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

/** Their definitions for a real server. */
export const CUSTOM_DEFINITIONS: readonly Json[] = CUSTOM_KINDS.map(
  ({ resource, kind, statuses }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: resource, singular: kind.toLowerCase(), kind },
      versions: VERSIONS.map((name) => ({
        name,
        served: true,
        storage: name === VERSIONS[0],
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
        ...(statuses.length === 0 ? {} : { subresources: { status: {} } }),
      })),
    },
  }),
);
