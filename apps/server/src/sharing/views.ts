import type { ClusterInfo, Millis } from '@gcscope/gc-core/wire';
import { RequestError } from '../base/errors.ts';
import { followStatuses } from '../insight/follow-statuses.ts';
import type { LabelReader } from '../live/label-reader.ts';
import { LiveCluster } from '../live/live-cluster.ts';
import type { ClusterRelay } from './cluster-relay.ts';
import { NarrowedFeed } from './narrowed-feed.ts';
import type { Rights } from './rights.ts';
import { View } from './view.ts';

/** Views beside that of the whole cluster. */
const MOST_VIEWS = 64;
/** Objects in all of them: each view holds what it shows once more. */
const MOST_OBJECTS = 500_000;
/** A view that was unused for this long is dropped. */
const IDLE: Millis = 30 * 60_000;

export interface ViewsDeps {
  /** The view of those who may list everything. */
  readonly whole: View;
  readonly relay: ClusterRelay;
  /** A reader that remembers nothing that others asked. */
  readonly newLabelReader?: (() => LabelReader) | undefined;
}

interface Kept {
  readonly view: View;
  /** Settled when the view shows all that it may. */
  readonly ready: Promise<void>;
  readonly close: () => void;
  lastUsed: Millis;
  holders: number;
}

/** One view for each set of rights that people have. The whole cluster is read once, for all of them. */
export class Views {
  readonly #deps: ViewsDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: ViewsDeps) {
    this.#deps = deps;
  }

  /** The view with these rights. Rejects with `RequestError` when there are too many. */
  async of(rights: Rights): Promise<View> {
    const { whole } = this.#deps;
    if (rights.everything) return whole;
    const now = whole.cluster.clock.now();
    this.#dropIdle(now);
    let kept = this.#kept.get(rights.key);
    if (!kept) {
      this.#makeRoom();
      kept = this.#create(rights);
      this.#kept.set(rights.key, kept);
    }
    kept.lastUsed = now;
    try {
      await kept.ready;
    } catch (error) {
      this.#drop(rights.key);
      throw error;
    }
    return kept.view;
  }

  /** The view is kept until the answer is called. */
  hold(view: View): () => void {
    const kept = [...this.#kept.values()].find((each) => each.view === view);
    if (!kept) return () => {};
    kept.holders++;
    let isHeld = true;
    return () => {
      if (isHeld) kept.holders--;
      isHeld = false;
    };
  }

  /** Nothing happens by itself afterwards. */
  close(): void {
    for (const { close } of this.#kept.values()) close();
    this.#kept.clear();
  }

  #create(rights: Rights): Kept {
    const { whole, relay, newLabelReader } = this.#deps;
    const { clock } = whole.cluster;
    const { readStatus, readVolume } = whole.sources;
    const info = (): ClusterInfo => whole.cluster.info;
    const cluster = new LiveCluster({ clock, info });
    const feed = new NarrowedFeed(cluster, rights);
    const stopping = new AbortController();
    const leave = relay.add(feed);
    let last = JSON.stringify(info());
    const follow = (): void => {
      const { release } = info();
      if (release) cluster.live.follow(release);
      const now = JSON.stringify(info());
      if (now !== last) cluster.infoChanged();
      last = now;
    };
    follow();
    const unfollow = [whole.cluster.subscribe({ frame: () => {}, health: follow })];
    if (readStatus) unfollow.push(followStatuses(cluster, readStatus));
    return {
      view: new View(cluster, { readStatus, readVolume, readLabels: newLabelReader?.() }),
      ready: feed.replay(whole.cluster, relay, stopping.signal),
      close: () => {
        stopping.abort();
        leave();
        for (const each of unfollow) each();
        cluster.live.stop();
      },
      lastUsed: clock.now(),
      holders: 0,
    };
  }

  #dropIdle(now: Millis): void {
    for (const [key, { lastUsed, holders }] of this.#kept) {
      if (holders === 0 && lastUsed < now - IDLE) this.#drop(key);
    }
  }

  /** The view that was not used for longest goes first; one that a page is open on stays. */
  #makeRoom(): void {
    while (this.#kept.size >= MOST_VIEWS || this.#objects() >= MOST_OBJECTS) {
      const free = [...this.#kept].filter(([, { holders }]) => holders === 0);
      const [oldest] = free.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
      if (!oldest) {
        throw new RequestError(
          503,
          'too-many-views',
          'Too many people with different permissions use gcscope at this moment.',
          'Try again when others have closed their pages.',
        );
      }
      this.#drop(oldest[0]);
    }
  }

  #objects(): number {
    let objects = 0;
    for (const { view } of this.#kept.values()) objects += view.cluster.live.graph.size;
    return objects;
  }

  #drop(key: string): void {
    this.#kept.get(key)?.close();
    this.#kept.delete(key);
  }
}
