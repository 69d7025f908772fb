/** Where the pods' log directories are. */
export const POD_LOG_FOLDER = '/var/log/pods';
/** Where the links to containers' logs are. */
export const LOG_LINK_FOLDER = '/var/log/containers';
/** The longest name of a link, without its ending (LN-1). */
const LONGEST_NAME = 251;
const ENDING = '.log';
/** An id shorter than this is taken for no id. */
const SHORTEST_ID = 6;

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
