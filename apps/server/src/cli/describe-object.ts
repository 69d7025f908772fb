import {
  type ApiResource,
  apiVersionOf,
  type GraphNode,
  groupResource,
  kindName,
} from '@gcscope/gc-core';
import type { ObjectReference } from '@gcscope/gc-core/wire';
import { joined } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { CommandError, EXIT, usageError } from './exit-codes.ts';
import { placed } from './lines.ts';

/** How many namespaces a message lists. */
const NAMESPACES_SHOWN = 5;

/**
 * Finds the object that a word names as kubectl takes it (`deploy/web`, `deployments.apps/web`), or `uid:<uid>`.
 * Throws `CommandError` when there is none, or more than one.
 */
export function findObject(live: LiveGraph, word: string, namespace: string): GraphNode {
  if (word.startsWith('uid:')) {
    const node = live.graph.get(word.slice('uid:'.length));
    if (node) return node;
    throw usageError(
      `No object has the uid ${word.slice('uid:'.length)}; check it, or name the object, for example deploy/web.`,
    );
  }
  const slash = word.indexOf('/');
  const [type, name] = [word.slice(0, slash), word.slice(slash + 1)];
  if (slash <= 0 || name === '') {
    throw usageError(
      `${word} names no object; write deploy/web, deployments.apps/web or uid:<uid>.`,
    );
  }
  const resources = resourcesNamed(live, type);
  const found = resources.flatMap((resource) => {
    const named = live.view.byName(resource, resource.namespaced ? namespace : '', name);
    const node = named && live.graph.get(named.uid);
    return node ? [node] : [];
  });
  const [node] = found;
  if (node && found.length === 1) return node;
  if (node) throw usageError(ambiguous(word, found));
  throw notFound(live, resources, name, namespace);
}

/** The kind of the object is not read, so it is not known whether the object exists. */
export class UnreadObjectError extends CommandError {
  /** As it was asked for; the uid is empty. */
  readonly object: ObjectReference;
  /** As `<Kind>.<group>`. */
  readonly unread: string;
  /** One sentence. */
  readonly why: string;

  constructor(resource: ApiResource, namespace: string, name: string, why: string) {
    const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
    super(EXIT.unreachable, `${resource.kind} ${name} is not verified: ${sentence}`);
    const { kind } = resource;
    this.object = { apiVersion: apiVersionOf(resource), kind, namespace, name, uid: '' };
    this.unread = kindName(resource);
    this.why = sentence;
  }
}

/** Joins `Deployment web` to one word, for commands that take a single object; `advice` is for who names several. */
export function singleObject(words: readonly string[], advice: string): string {
  const [first = '', second = ''] = words;
  if (words.length === 1) return first;
  if (words.length === 2 && !/^uid:|\//.test(first)) return `${first}/${second}`;
  throw usageError(
    `Name one object, for example deploy/web, deployments.apps/web, Deployment web or uid:<uid>. ${advice}`,
  );
}

/** The resources that `deploy`, `Deployment`, `deployments.apps` or `deployments.v1.apps` means. Throws a usage error if there are none. */
export function resourcesNamed({ served }: LiveGraph, type: string): ApiResource[] {
  const dot = type.indexOf('.');
  const token = (dot < 0 ? type : type.slice(0, dot)).toLowerCase();
  const group = dot < 0 ? undefined : type.slice(dot + 1).toLowerCase();
  const found = served.table.preferred.filter(
    (resource) =>
      (resource.resource === token ||
        resource.kind.toLowerCase() === token ||
        resource.shortNames?.includes(token)) &&
      (group === undefined ||
        group === resource.group ||
        group === `${resource.version}.${resource.group}`),
  );
  if (found.length > 0) return found;
  throw usageError(
    `The cluster serves no resource ${type}; kubectl api-resources lists those that it serves.`,
  );
}

function ambiguous(word: string, found: readonly GraphNode[]): string {
  const names = found.map(({ identity }) => `${placed(identity)} of ${identity.apiVersion}`);
  return `${word} is ambiguous: ${joined(names)}; add the group, for example deployments.apps/web.`;
}

function notFound(
  live: LiveGraph,
  resources: readonly ApiResource[],
  name: string,
  namespace: string,
): CommandError {
  const unread = resources.find((resource) => !live.view.isRead(resource));
  if (unread) {
    const state = live.health.kinds.find((kind) => groupResource(kind) === groupResource(unread));
    const why = state?.message ?? 'gcscope does not read this kind.';
    return new UnreadObjectError(unread, unread.namespaced ? namespace : '', name, why);
  }
  const [resource] = resources;
  const kind = resource?.kind ?? '';
  const where = resource?.namespaced ? ` in namespace ${namespace}` : '';
  const elsewhere = resources
    .flatMap((each) => [...live.names.named(groupResource(each), name)])
    .slice(0, NAMESPACES_SHOWN)
    .map((each) => each.namespace);
  return usageError(`There is no ${kind} ${name}${where}; ${whatToDo(resource, elsewhere)}.`);
}

function whatToDo(resource: ApiResource | undefined, elsewhere: readonly string[]): string {
  if (elsewhere.length > 0)
    return `there is one in ${joined(elsewhere)}: use -n ${elsewhere.length === 1 ? elsewhere[0] : 'NAMESPACE'}`;
  return resource?.namespaced
    ? 'check the name, or choose another namespace with -n'
    : 'check the name';
}
