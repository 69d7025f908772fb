import type { ApiObject } from '../meta/object-meta.ts';
import type { ApiResource } from '../meta/resource-table.ts';
import type { DeletionPlan } from './delete-object.ts';
import type { ObjectRegistry } from './object-registry.ts';
import { isNoOp } from './update-object.ts';

/** Performs the plan, unless it is a dry run; the object as it is then, or as it was last. */
export function performDeletion(
  registry: ObjectRegistry,
  resource: ApiResource,
  stored: ApiObject,
  plan: DeletionPlan,
  dryRun: boolean,
): ApiObject {
  if (plan.type === 'pending') return stored;
  const marked = plan.type === 'keep' ? plan.object : (plan.marked ?? stored);
  if (dryRun) return marked;
  const left = isNoOp(stored, marked) ? stored : registry.write(resource, marked);
  return plan.type === 'keep' ? left : registry.delete(resource, left);
}
