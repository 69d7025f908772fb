import type { ApiObject } from './object-meta.ts';

/** The finalizer by which kube-controller-manager guards an object, its rule, and why it removes it in the end. */
export interface Guard {
  readonly finalizer: string;
  readonly rule: 'FN-05' | 'FN-06' | 'FN-07';
  readonly reason: string;
}

/** Guards by the kind of the object, which is one of core (FN-05..07). */
const GUARDS: Readonly<Record<string, Guard>> = {
  PersistentVolumeClaim: {
    finalizer: 'kubernetes.io/pvc-protection',
    rule: 'FN-05',
    reason: 'no Pod uses the claim',
  },
  PersistentVolume: {
    finalizer: 'kubernetes.io/pv-protection',
    rule: 'FN-06',
    reason: 'the volume is bound to no claim',
  },
  Pod: {
    finalizer: 'batch.kubernetes.io/job-tracking',
    rule: 'FN-07',
    reason: 'the Pod is counted in the status of its Job',
  },
};

/** The guard of an object, if it still has it. */
export function guardOf({ apiVersion, kind, metadata }: ApiObject): Guard | undefined {
  const guard = apiVersion === 'v1' && Object.hasOwn(GUARDS, kind) ? GUARDS[kind] : undefined;
  return guard && metadata.finalizers?.includes(guard.finalizer) ? guard : undefined;
}
