import { requestPath } from '../collector/object-client.ts';
import { guardOf } from '../meta/guards.ts';
import type { Uid } from '../meta/object-reference.ts';
import { code, say } from '../meta/sentence.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Act } from '../simulation/step-recorder.ts';
import { finalizerRemoval } from './request-forms.ts';

/** kube-controller-manager removes the finalizer by which it guards an object in deletion; `undefined`: there is none. */
export function guardRemoval({ apiServer }: Simulation, uid: Uid): Act | undefined {
  const object = [...apiServer.all()].find(({ metadata }) => metadata.uid === uid);
  if (!object) return undefined;
  const { apiVersion, kind, metadata } = object;
  const guard = guardOf(object);
  const resource = apiServer.table.forKind(apiVersion, kind);
  if (!guard || !resource || metadata.deletionTimestamp === undefined) return undefined;
  const { namespace = '', name, finalizers = [] } = metadata;
  const target = { resource, namespace, name };
  const subject = { apiVersion, kind, namespace, name, uid };
  const path = requestPath(target);
  const { body, described } = finalizerRemoval(subject, path, finalizers, guard.finalizer);
  const { rule, reason, finalizer } = guard;
  const sentence = say`kube-controller-manager removes the finalizer ${code(finalizer)} from ${subject}: ${reason}.`;
  return { ...described, rule, sentence, run: () => apiServer.patch(target, 'merge', body) };
}
