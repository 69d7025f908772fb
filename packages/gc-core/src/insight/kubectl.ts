import { type ObjectReference, parseApiVersion } from '../meta/object-reference.ts';
import type { ClusterView } from './cluster-view.ts';

// Commands to copy. Names come from a cluster: whatever they contain, a shell takes each as one word.

/** One word of a command line, quoted where a shell would read it otherwise. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
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
  return `kubectl patch ${kubectlObject(object, view)} --type=json -p ${shellWord(body)}`;
}
