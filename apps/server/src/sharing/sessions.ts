import { createHash, randomBytes } from 'node:crypto';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import type { Viewer } from './viewer.ts';

/** A session that was unused for this long is over; an open page uses it. */
const IDLE: Millis = 60 * 60_000;
/** Every session is over then. */
const LONGEST: Millis = 12 * 60 * 60_000;
/** The one not used for longest ends when more people sign in. */
const MOST = 5000;

/** A person who signed in, until it ends. */
export interface Session {
  readonly viewer: Viewer;
  /** Aborted at its end. */
  readonly ended: AbortSignal;
}

interface Kept extends Session {
  readonly controller: AbortController;
  readonly end: Millis;
  readonly cancel: () => void;
  lastUsed: Millis;
}

/**
 * The sessions of this process, in its memory: signing out ends one for good, and a restart ends all. The browser holds an id
 * that means nothing elsewhere; here only its hash is kept.
 */
export class Sessions {
  readonly #clock: Clock;
  /** The one used last comes last. */
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a session. The answer is its id, which cannot be guessed. */
  start(viewer: Viewer): string {
    const now = this.#clock.now();
    this.#endDue(now);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST) break;
      this.#end(oldest);
    }
    const id = randomBytes(32).toString('base64url');
    const controller = new AbortController();
    const { signal: ended } = controller;
    const key = hashOf(id);
    // An open page sends no request that would notice the end.
    const cancel = this.#clock.setTimeout(() => this.#end(key), LONGEST);
    const end = now + LONGEST;
    this.#kept.set(key, { viewer, controller, ended, end, cancel, lastUsed: now });
    return id;
  }

  /** The session with this id, used now; `undefined` if it is over or never was. */
  find(id: string): Session | undefined {
    const now = this.#clock.now();
    this.#endDue(now);
    const key = hashOf(id);
    const session = this.#kept.get(key);
    if (!session) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, session);
    session.lastUsed = now;
    return session;
  }

  /** The session is over, and with it every stream of it. */
  end(id: string): void {
    this.#end(hashOf(id));
  }

  /** Every session of this viewer is over. */
  endOf(viewer: Viewer): void {
    for (const [key, session] of this.#kept) if (session.viewer === viewer) this.#end(key);
  }

  /** Ends all of them; nothing happens by itself afterwards. */
  close(): void {
    for (const key of this.#kept.keys()) this.#end(key);
  }

  /** Ends what is due; open pages keep a session in use, but not beyond its end. */
  #endDue(now: Millis): void {
    for (const [key, session] of this.#kept) {
      if (session.viewer.isWatching) session.lastUsed = now;
      if (session.end <= now || session.lastUsed + IDLE <= now) this.#end(key);
    }
  }

  #end(key: string): void {
    const session = this.#kept.get(key);
    this.#kept.delete(key);
    session?.cancel();
    session?.controller.abort();
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64');
}
