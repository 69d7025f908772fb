import { createHash } from 'node:crypto';
import type { Millis } from '@gcscope/gc-core/wire';
import type { ClusterRelay } from './cluster-relay.ts';
import type { Identity } from './reviewer.ts';
import { Viewer, type ViewerDeps } from './viewer.ts';

/** People whose rights are remembered; the one who asked for nothing for longest is forgotten first. */
const MOST = 2000;
/** Roles and bindings come in groups. */
const SOON: Millis = 500;

/** The people who look at the cluster. Sessions of the same person, or with the same token, share what is known of them. */
export class Viewers {
  readonly #deps: ViewerDeps;
  readonly #viewers = new Map<string, Viewer>();
  readonly #leave: () => void;
  #cancel: (() => void) | undefined;
  /** Called with a viewer whose token is no longer accepted. */
  refused: (viewer: Viewer) => void = () => {};

  constructor(deps: ViewerDeps, relay: ClusterRelay) {
    this.#deps = deps;
    this.#leave = relay.onRights(() => this.#doubtSoon());
  }

  /** Returns the viewer of an identity. */
  of(identity: Identity): Viewer {
    const key = keyOf(identity);
    let viewer = this.#viewers.get(key);
    if (viewer) this.#viewers.delete(key);
    else {
      const made: Viewer = new Viewer(identity, this.#deps, () => this.refused(made));
      viewer = made;
    }
    this.#viewers.set(key, viewer);
    this.#forgetOldest();
    return viewer;
  }

  /** Nothing happens by itself afterwards. */
  close(): void {
    this.#leave();
    this.#cancel?.();
    for (const viewer of this.#viewers.values()) viewer.close();
    this.#viewers.clear();
    this.#deps.views.close();
  }

  #doubtSoon(): void {
    this.#cancel ??= this.#deps.clock.setTimeout(() => {
      this.#cancel = undefined;
      for (const viewer of this.#viewers.values()) viewer.doubt();
    }, SOON);
  }

  #forgetOldest(): void {
    if (this.#viewers.size <= MOST) return;
    for (const [key, viewer] of this.#viewers) {
      if (viewer.isWatching) continue;
      this.#viewers.delete(key);
      return;
    }
  }
}

/** Never keeps the token itself, which a heap dump would show. */
function keyOf({ person, token }: Identity): string {
  const { name, uid, groups, extra } = person;
  const text = token ?? JSON.stringify([name, uid, [...groups].sort(), [...extra]]);
  return createHash('sha256')
    .update(`${token === undefined ? 'p' : 't'}${text}`)
    .digest('base64');
}
