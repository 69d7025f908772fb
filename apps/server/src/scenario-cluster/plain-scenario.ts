import type { Manifest, Scenario } from '@gcscope/gc-core';

/** The scenario with manifests whose metadata leave out what they write as null, or as an empty uid: both mean that it is absent. */
export function plainScenario(scenario: Scenario): Scenario {
  const { objects, steps } = scenario.spec;
  const spec = {
    ...scenario.spec,
    ...(objects ? { objects: objects.map(plain) } : {}),
    ...(steps
      ? {
          steps: steps.map((step) => ({
            ...step,
            ...(step.create ? { create: plain(step.create) } : {}),
            ...(step.update ? { update: plain(step.update) } : {}),
          })),
        }
      : {}),
  };
  return { ...scenario, spec };
}

function plain(manifest: Manifest): Manifest {
  const { ownerReferences, uid, ...metadata } = withoutNulls(manifest.metadata);
  return {
    ...manifest,
    metadata: {
      ...metadata,
      ...(uid === undefined || uid === '' ? {} : { uid }),
      ...(ownerReferences ? { ownerReferences: ownerReferences.map(withoutNulls) } : {}),
    },
  };
}

function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
}
