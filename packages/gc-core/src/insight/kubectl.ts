import { requestPath } from '../collector/object-client.ts';
import { groupBy } from '../meta/group-by.ts';
import { type ObjectReference, parseApiVersion, type Uid } from '../meta/object-reference.ts';
import {
  type DeleteOptions,
  type PropagationPolicy,
  policyOptions,
} from '../meta/propagation-policy.ts';
import type { DeleteCommands } from '../wire/forecast.ts';
import { aimKubectl, shellWord } from '../wire/kubectl-command.ts';
import { type ClusterView, resourceOf } from './cluster-view.ts';

/** A command to copy that reaches the cluster of the view: `rest` is the verb and what follows it, ready for a shell. */
export function kubectlCommand(rest: string, { kubectl }: ClusterView): string {
  return aimKubectl(`kubectl ${rest}`, kubectl);
}

/** Whether kubectl finds no such object, as the API server does not serve its kind. */
export function isUnserved(
  { apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>,
  { mapping }: Pick<ClusterView, 'mapping'>,
): boolean {
  return mapping(apiVersion, kind) === 'unserved';
}

/** `deployments.apps`: the resource of a kind as kubectl takes it; the kind in lower case where its group was not discovered. */
function kubectlResource(object: ObjectReference, view: ClusterView): string {
  const { group } = parseApiVersion(object.apiVersion);
  const resource = resourceOf(object, view)?.resource ?? object.kind.toLowerCase();
  return group === '' ? resource : `${resource}.${group}`;
}

/** `deployments.apps/web -n shop`, ready for a shell. */
export function kubectlObject(object: ObjectReference, view: ClusterView): string {
  const word = shellWord(`${kubectlResource(object, view)}/${object.name}`);
  return object.namespace === '' ? word : `${word} -n ${shellWord(object.namespace)}`;
}

/** A JSON patch, as one line, that does nothing to an object that has another uid by now. */
export function patchBody({ uid }: ObjectReference, operations: readonly unknown[]): string {
  return JSON.stringify([{ op: 'test', path: '/metadata/uid', value: uid }, ...operations]);
}

/** The command that sends it. */
export function patchCommand(
  object: ObjectReference,
  view: ClusterView,
  operations: readonly unknown[],
): string {
  const body = shellWord(patchBody(object, operations));
  return kubectlCommand(`patch ${kubectlObject(object, view)} --type=json -p ${body}`, view);
}

/** A change of an object, which a command makes: a DELETE, or a JSON patch. */
export type Act = { readonly object: ObjectReference } & (
  | { readonly options: DeleteOptions }
  | { readonly operations: readonly unknown[] }
);

/** The command that does just this. */
export function commandOf(act: Act, view: ClusterView): string {
  return 'operations' in act
    ? patchCommand(act.object, view, act.operations)
    : deleteCommand(act.object, act.options, view);
}

/** The command that deletes just this object: what kubectl sends otherwise would delete one of the same name as well. */
function deleteCommand(object: ObjectReference, options: DeleteOptions, view: ClusterView): string {
  const path = pathOf(object, view);
  if (path === undefined) return kubectlCommand(`delete ${kubectlObject(object, view)}`, view);
  const body = shellWord(deleteBody(object.uid, options));
  return `echo ${body} | ${kubectlCommand(`delete --raw ${shellWord(path)} -f -`, view)}`;
}

/** `--cascade` before 1.20 knew two of the three (API-77). */
const BEFORE_120: Readonly<Record<PropagationPolicy, string | undefined>> = {
  Background: '--cascade=true',
  Foreground: undefined,
  Orphan: '--cascade=false',
};

/** A deletion as commands to copy. Objects of kinds that are not served have none. */
export function deleteCommands(
  targets: readonly ObjectReference[],
  policy: PropagationPolicy,
  view: ClusterView,
): DeleteCommands {
  const objects = targets.filter((each) => !isUnserved(each, view));
  const byNamespace = groupBy(objects, ({ namespace }) => namespace);
  const lines = (cascade: string): string[] =>
    [...byNamespace].map(([namespace, inside]) => {
      const names = inside.map((each) => shellWord(`${kubectlResource(each, view)}/${each.name}`));
      const place = namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
      return kubectlCommand(`delete ${names.join(' ')}${place} ${cascade}`, view);
    });
  const before = BEFORE_120[policy];
  return {
    // A server without policies does not hear of the one that today's kubectl sends.
    kubectl: view.release.hasPropagationPolicies ? lines(`--cascade=${policy.toLowerCase()}`) : [],
    kubectlBefore120: before === undefined ? [] : lines(before),
    curl: objects.flatMap((object) => {
      const path = pathOf(object, view);
      if (path === undefined) return [];
      const url = shellWord(`http://127.0.0.1:8001${path}`);
      const body = shellWord(deleteBody(object.uid, policyOptions(policy, view.release)));
      return [`curl -X DELETE ${url} -H 'Content-Type: application/json' -d ${body}`];
    }),
  };
}

function pathOf(object: ObjectReference, view: ClusterView): string | undefined {
  const { namespace, name } = object;
  const resource = resourceOf(object, view);
  return resource && requestPath({ resource, namespace, name });
}

function deleteBody(uid: Uid, options: DeleteOptions): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...options,
    preconditions: { uid },
  });
}
