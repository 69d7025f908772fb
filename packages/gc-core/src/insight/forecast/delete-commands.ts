import { requestPath } from '../../collector/object-client.ts';
import type { ObjectReference } from '../../meta/object-reference.ts';
import { type PropagationPolicy, policyOptions } from '../../meta/propagation-policy.ts';
import type { DeleteCommands } from '../../wire/forecast.ts';
import { shellWord } from '../../wire/kubectl-command.ts';
import type { ClusterView } from '../cluster-view.ts';
import { groupBy } from '../group-by.ts';
import { kubectlCommand, kubectlResource } from '../kubectl.ts';

/** `--cascade` before 1.20 knew two of the three (API-77). */
const BEFORE_120: Readonly<Record<PropagationPolicy, string | undefined>> = {
  Background: '--cascade=true',
  Foreground: undefined,
  Orphan: '--cascade=false',
};

/** A deletion as commands to copy. Objects of kinds that are not served have none. */
export function deleteCommands(
  objects: readonly ObjectReference[],
  policy: PropagationPolicy,
  view: ClusterView,
): DeleteCommands {
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
    curl: objects.flatMap((object) => curl(object, policy, view) ?? []),
  };
}

function curl(
  object: ObjectReference,
  policy: PropagationPolicy,
  view: ClusterView,
): string | undefined {
  const resource = view.mapping(object.apiVersion, object.kind);
  if (typeof resource === 'string') return undefined;
  const { namespace, name, uid } = object;
  const url = `http://127.0.0.1:8001${requestPath({ resource, namespace, name })}`;
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...policyOptions(policy, view.release),
    preconditions: { uid },
  });
  return `curl -X DELETE ${shellWord(url)} -H 'Content-Type: application/json' -d ${shellWord(body)}`;
}
