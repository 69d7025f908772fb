/** Where the pods' log directories are. */
export const POD_LOG_FOLDER = '/var/log/pods';
/** Where the links to containers' logs are. */
export const LOG_LINK_FOLDER = '/var/log/containers';
/** The longest name of a link, without its ending. */
const LONGEST_NAME = 251;
const ENDING = '.log';
/** An id shorter than this is taken for no id. */
const SHORTEST_ID = 6;

/** What names a container in the link to its log. */
export interface LinkParts {
  readonly pod: string;
  readonly namespace: string;
  readonly container: string;
  readonly id: string;
}

/** Name of the link to a container's log: cut so that it fits, with the id at its end (LN-1). */
export function logLinkName({ pod, namespace, container, id }: LinkParts): string {
  return cut(`${pod}_${namespace}_${container}-${id}`);
}

/** Name of the link of kubelets before the namespace had its place: the pod's full name holds it already (LN-1). */
export function fullNameLinkName(podFullName: string, container: string, id: string): string {
  return cut(`${podFullName}_${container}-${id}`);
}

function cut(name: string): string {
  return `${name.slice(0, LONGEST_NAME)}${ENDING}`;
}

/** The id, perhaps cut, that a link's name ends in; an error where it holds none (LN-2). */
export function containerIdOfLink(
  name: string,
): { readonly id: string; readonly isCut: boolean } | { readonly error: string } {
  if (!name.endsWith(ENDING)) return { error: `The link ${name} does not end in ${ENDING}.` };
  const stem = name.slice(0, -ENDING.length);
  const id = stem.slice(stem.lastIndexOf('-') + 1);
  if (!stem.includes('-')) return { error: `The link ${name} holds no container id.` };
  if (id.length < SHORTEST_ID) return { error: `The container id "${id}" is too short.` };
  return { id, isCut: stem.length === LONGEST_NAME };
}

/** Uid of the pod that an entry of the pod log directory belongs to: what follows its last `_` (L-1). */
export function podOfLogDirectory(name: string): string {
  return name.slice(name.lastIndexOf('_') + 1);
}

/** The files that go with a container: its log and the rotated ones, by the beginning of their path (C-12.3). */
export function logFilesOf(logPath: string, files: readonly string[]): string[] {
  return files.filter((file) => file.startsWith(logPath));
}
