import { groupBy } from '../meta/group-by.ts';
import { type Decision, keep, NO_NOTES, type Plan, type Removal, remove } from './decision.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import { containerIdOfLink, podOfLogDirectory } from './log-names.ts';
import type { LogLink, NodeContainer } from './node-state.ts';
import type { PodStates } from './pod-states.ts';

/** Decides which entries of the pod log directory one run removes; pressure plays no part (L-1). */
export function planLogDirectories(
  names: readonly string[],
  pods: PodStates,
  sourcesReady: boolean,
): Plan {
  const kept: Decision[] = [];
  const removals: Removal[] = [];
  for (const name of names) {
    const uid = podOfLogDirectory(name);
    if (!sourcesReady) kept.push(keep('log directory', name, 'sources-not-ready', 'L-1'));
    else if (!pods.isGone(uid)) kept.push(keep('log directory', name, 'pod-exists', 'L-1'));
    else {
      const notes = name === 'lost+found' ? (['lost-and-found'] as const) : NO_NOTES;
      const place = { group: uid, rank: removals.length, notes };
      removals.push(remove('log directory', name, 'pod-gone', 'L-1', place));
    }
  }
  return { removals, kept };
}

/** Decides which links to container logs one run removes; the sources play no part (L-2). */
export function planLogLinks(
  links: readonly LogLink[],
  containers: readonly NodeContainer[],
  release: KubeletProfile,
): Plan {
  const kept: Decision[] = [];
  const removals: Removal[] = [];
  const byId = new Map(containers.map((container) => [container.id, container]));
  for (const link of links) {
    const reason = whyLinkStays(link, byId, release);
    if (reason) kept.push(keep('log link', link.name, reason, 'L-2'));
    else {
      const place = { group: link.name, rank: 0 };
      removals.push(remove('log link', link.name, 'dangling-link', 'L-2', place));
    }
  }
  return { removals, kept };
}

/** The links of containers, by id: the kubelet removes each right before its container (C-12.4). */
export class LinksOfContainers {
  readonly #byId: ReadonlyMap<string, readonly LogLink[]>;
  /** Their names have only the beginning of the id. */
  readonly #cut: readonly { readonly link: LogLink; readonly beginning: string }[];

  constructor(links: readonly LogLink[]) {
    const parsed = links.flatMap((link) => {
      const id = containerIdOfLink(link.name);
      return 'error' in id ? [] : [{ link, ...id }];
    });
    const whole = groupBy(
      parsed.filter(({ isCut }) => !isCut),
      ({ id }) => id,
    );
    this.#byId = new Map([...whole].map(([id, own]) => [id, own.map(({ link }) => link)]));
    this.#cut = parsed
      .filter(({ isCut }) => isCut)
      .map(({ link, id }) => ({ link, beginning: id }));
  }

  /** The removal of each link of a container that is about to go. */
  removalsWith({ id, group, rank }: Removal): Removal[] {
    const cut = this.#cut.filter(({ beginning }) => id.startsWith(beginning));
    const links = [...(this.#byId.get(id) ?? []), ...cut.map(({ link }) => link)];
    return links.map(({ name }) =>
      remove('log link', name, 'goes-with-container', 'C-12.4', { group, rank }),
    );
  }
}

function whyLinkStays(
  link: LogLink,
  byId: ReadonlyMap<string, NodeContainer>,
  release: KubeletProfile,
): 'no-log-suffix' | 'link-intact' | 'container-not-exited' | undefined {
  if (!link.name.endsWith('.log')) return 'no-log-suffix';
  if (!link.dangling) return 'link-intact';
  const parsed = containerIdOfLink(link.name);
  if (!release.keepsLinksOfLiving || 'error' in parsed) return undefined;
  if (link.withoutStatus) return 'container-not-exited';
  const container = byId.get(parsed.id) ?? (parsed.isCut ? onlyOne(byId, parsed.id) : undefined);
  return container && container.state !== 'EXITED' ? 'container-not-exited' : undefined;
}

/** A runtime finds a container by the beginning of its id, too, when there is only one. */
function onlyOne(
  byId: ReadonlyMap<string, NodeContainer>,
  beginning: string,
): NodeContainer | undefined {
  const found = [...byId.values()].filter(({ id }) => id.startsWith(beginning));
  return found.length === 1 ? found[0] : undefined;
}
