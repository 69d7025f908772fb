/** The group of the core kinds has no name. */
const GROUP_RESOURCE = /^[a-z0-9.-]*\/[a-z0-9.-]+$/;

/** The kinds of a list such as `apps/replicasets,/pods`, in order. Throws a sentence about the first word that is none. */
export function readGroupResources(text: string): readonly string[] {
  const all = text.split(',').map((each) => each.trim());
  const wrong = all.find((each) => !GROUP_RESOURCE.test(each));
  if (wrong === undefined) return all;
  throw new Error(
    `${JSON.stringify(wrong)} is not a group and a resource. Write apps/deployments, or /pods for the core group.`,
  );
}
