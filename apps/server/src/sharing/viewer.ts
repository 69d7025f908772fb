import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import { RequestError } from '../base/errors.ts';
import { ReviewError } from '../cluster/access/review-client.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { askRights } from './ask-rights.ts';
import type { Identity, Reviewer } from './reviewer.ts';
import type { Access, View } from './view.ts';
import type { Views } from './views.ts';

/** Rights are asked for again after this. */
const FRESH: Millis = 30_000;
/** Older answers are not used: a person who loses a right sees nothing of it after this time. */
const LONGEST_TRUSTED: Millis = 60_000;

export interface ViewerDeps {
  readonly clock: Clock;
  readonly whole: View;
  readonly views: Views;
  readonly reviewer: Reviewer;
  readonly nodes: readonly NodeSource[];
}

interface Sight {
  readonly view: View;
  readonly nodes: readonly NodeSource[];
  readonly at: Millis;
}

/** The API server no longer accepts the token. */
class TokenRefused extends Error {}

/** One person, with what they may see now. It is asked again while they look, and at their next request. */
export class Viewer {
  readonly identity: Identity;
  readonly #deps: ViewerDeps;
  /** Called when the token is no longer accepted. */
  readonly #refused: () => void;
  readonly #watching = new Set<() => void>();
  #sight: Sight | undefined;
  #pending: Promise<Sight> | undefined;
  #cancel: (() => void) | undefined;

  constructor(identity: Identity, deps: ViewerDeps, refused: () => void) {
    this.identity = identity;
    this.#deps = deps;
    this.#refused = refused;
  }

  /** Whether a page is open. */
  get isWatching(): boolean {
    return this.#watching.size > 0;
  }

  /** The present view of the person. Rejects with `RequestError` when the cluster does not say. */
  async access(): Promise<Access> {
    const now = this.#deps.clock.now();
    const known = this.#sight;
    // If the clock was set back, the answer counts as old.
    const age = known ? Math.abs(now - known.at) : Number.POSITIVE_INFINITY;
    // A review in the background may fail; it is sent again when its answer is needed.
    if (known && age >= FRESH && age < LONGEST_TRUSTED) this.#look().catch(() => {});
    const { view, nodes } = known && age < LONGEST_TRUSTED ? known : await this.#look();
    return { who: this, view, nodes, subscribe: (ended) => this.#watch(view, ended) };
  }

  /** Rights may have changed: they are asked for now, if a page is open, or at the next request. */
  doubt(): void {
    if (this.isWatching) this.#look().catch(() => {});
    else this.#sight = undefined;
  }

  /** Nothing happens by itself afterwards. */
  close(): void {
    this.#cancel?.();
    this.#change();
  }

  #watch(view: View, ended: () => void): () => void {
    const release = this.#deps.views.hold(view);
    const watcher = (): void => ended();
    this.#watching.add(watcher);
    // It may have changed while the answer was made.
    if (this.#sight?.view !== view) queueMicrotask(watcher);
    this.#cancel ??= this.#schedule();
    return () => {
      release();
      this.#watching.delete(watcher);
      if (this.#watching.size > 0) return;
      this.#cancel?.();
      this.#cancel = undefined;
    };
  }

  #schedule(): () => void {
    return this.#deps.clock.setTimeout(() => {
      this.#cancel = this.#schedule();
      this.#look().catch(() => this.#giveUp());
    }, FRESH);
  }

  /** The cluster did not say: what it said before holds for a while. */
  #giveUp(): void {
    if (!this.#sight) return;
    const age = Math.abs(this.#deps.clock.now() - this.#sight.at);
    if (age >= LONGEST_TRUSTED - FRESH) this.#change();
  }

  #look(): Promise<Sight> {
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #ask(): Promise<Sight> {
    const at = this.#deps.clock.now();
    try {
      const sight = { ...(await this.#see()), at };
      const before = this.#sight;
      this.#sight = sight;
      if (before && before.view !== sight.view) this.#notify();
      return sight;
    } catch (error) {
      if (error instanceof TokenRefused) {
        this.#change();
        this.#refused();
        throw signInAgain();
      }
      throw error instanceof ReviewError ? unknownRights(error) : error;
    }
  }

  async #see(): Promise<Pick<Sight, 'view' | 'nodes'>> {
    const { whole, views, reviewer, nodes } = this.#deps;
    const { token } = this.identity;
    if (token !== undefined && !(await reviewer.identify(token))) throw new TokenRefused();
    const ask = reviewer.asks(this.identity);
    const rights = await askRights(whole.cluster.live, ask);
    // A node shows the Pods of all namespaces, and what only its kubelet knows.
    const proxied = { group: '', resource: 'nodes', subresource: 'proxy', namespace: '' };
    const seesNodes = nodes.length > 0 && (await ask({ ...proxied, verb: 'get' }));
    return { view: await views.of(rights), nodes: seesNodes ? nodes : [] };
  }

  #change(): void {
    this.#sight = undefined;
    this.#notify();
  }

  #notify(): void {
    for (const ended of [...this.#watching]) ended();
  }
}

/** The session is over. */
export function signInAgain(): RequestError {
  return new RequestError(401, 'sign-in-required', 'Sign in to see the cluster.');
}

function unknownRights({ message }: ReviewError): RequestError {
  return new RequestError(
    503,
    'rights-unknown',
    `gcscope cannot find out what you may see: ${message}.`,
    'Try again in a moment. If this lasts, contact your gcscope administrator.',
  );
}
