import { type ObjectReference, parseApiVersion } from '../meta/object-reference.ts';
import { aimKubectl, shellWord } from '../wire/kubectl-words.ts';
import type { ClusterView } from './cluster-view.ts';

/** A command to copy that reaches the cluster of the view: `rest` is the verb and what follows it, ready for a shell. */
export function kubectlCommand(rest: string, { kubectl }: ClusterView): string {
  return aimKubectl(`kubectl ${rest}`, kubectl);
}

/** `deployments.apps`: the resource of a kind as kubectl takes it; the kind in lower case where it is not served. */
export function kubectlResource(
  { apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>,
  view: ClusterView,
): string {
  const mapping = view.mapping(apiVersion, kind);
  const { group } = parseApiVersion(apiVersion);
  const resource = typeof mapping === 'string' ? kind.toLowerCase() : mapping.resource;
  return group === '' ? resource : `${resource}.${group}`;
}

/** `deployments.apps/web -n shop`, ready for a shell. */
export function kubectlObject(object: ObjectReference, view: ClusterView): string {
  const word = shellWord(`${kubectlResource(object, view)}/${object.name}`);
  return object.namespace === '' ? word : `${word} -n ${shellWord(object.namespace)}`;
}

/** The command that sends a JSON patch. */
export function patchCommand(object: ObjectReference, view: ClusterView, body: string): string {
  const patch = `--type=json -p ${shellWord(body)}`;
  return kubectlCommand(`patch ${kubectlObject(object, view)} ${patch}`, view);
}
