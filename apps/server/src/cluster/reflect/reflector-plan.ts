import type { KindState, Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import { type ApiFailure, failureText } from '../answers/api-answer.ts';
import { Backoff } from './backoff.ts';
import { compareResourceVersions, isExactVersion } from './resource-version.ts';

/** How a list, or a watch from its opening to its end, came out. */
export type Outcome =
  | { readonly type: 'listed'; readonly resourceVersion: string }
  /**
   * A watch ended without an error; `progress` when it brought an event or lived for a second, `onTime` when it lived as long
   * as it was asked to.
   */
  | { readonly type: 'ended'; readonly progress: boolean; readonly onTime: boolean }
  /** A watch that said nothing, not even that its time is over. */
  | { readonly type: 'silent' }
  /** Given up from outside, because its connection may be dead. */
  | { readonly type: 'doubted' }
  | { readonly type: 'failed'; readonly during: 'list' | 'watch'; readonly failure: ApiFailure }
  /** The store is not what the server has. */
  | { readonly type: 'diverged'; readonly message: string }
  | { readonly type: 'undecodable'; readonly reason: string }
  /** There are more objects than gcscope keeps. */
  | { readonly type: 'full'; readonly most: number }
  | { readonly type: 'unsupported'; readonly message: string };

/** The next request, the wait before it, and the health of the kind meanwhile. */
export interface Plan {
  readonly next: 'list' | 'watch';
  readonly wait: Millis;
  /** `undefined`: as before. */
  readonly state?: KindState;
  readonly message?: string;
  /** The state counts after so long, unless the kind is read again by then. */
  readonly patience?: Millis;
  /** The wait may be cut short when the cluster's resources changed, or it answers again. */
  readonly probe?: boolean;
}

const LONGEST_RETRY_AFTER: Millis = 60_000;
const PROBE_AFTER: Millis = 50_000;
const GONE_AFTER: Millis = 30_000;
/** By then there may be fewer objects. Not sooner, because each try reads many objects. */
const FULL_AFTER: Millis = 300_000;
const RELIST_SPREAD: Millis = 2_000;
const RESUME_SPREAD: Millis = 1_000;
/** Until then, the connection of the watch that ended is not free, and another one would be opened. */
const RESUME_PAUSE: Millis = 10;
/** For at most this long, a kind counts as read although it is not watched. */
const LONGEST_UNWATCHED: Millis = 10_000;
/** For this long, a watch that fails is opened again from the same version. */
const INTERNAL_ERROR_PATIENCE: Millis = 60_000;
/** After this many lists that an answering server refuses, the kind itself counts as broken. */
const BROKEN_AFTER = 3;

/** Not every command can do with less than all namespaces. */
const ONE_NAMESPACE = ', or give --namespace if you have them in one namespace';

interface PlannerOptions {
  /** The first list is as new as the server. */
  readonly newest?: boolean | undefined;
  /** The namespace that is read without the right to read all namespaces. */
  readonly namespace?: string | undefined;
}

/** Decides what a reflector does next; holds the memory that takes: positions, failures in a row, backoff. */
export class ReflectorPlanner {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  readonly #advice: string;
  /** The version a list is asked for: `0` any, empty the newest, else not older than. */
  listVersion: string;
  /** Up to where everything was observed; a watch goes on from here. */
  watchVersion = '';
  #expired = 0;
  #failedLists = 0;
  #wasListed = false;
  /** Watches in a row that ended at once, and that said nothing. */
  #shortWatches = 0;
  #muteWatches = 0;
  #failingSince: Millis | undefined;

  constructor(clock: Clock, random: () => number, { newest, namespace }: PlannerOptions = {}) {
    this.listVersion = newest ? '' : '0';
    this.#advice = namespace === undefined ? '' : ONE_NAMESPACE;
    this.#clock = clock;
    this.#random = random;
    this.#backoff = new Backoff(random);
  }

  /** Everything up to this version was observed in a watch; an older one changes nothing. */
  observed(resourceVersion: string): void {
    if (resourceVersion === '') return;
    const order = compareResourceVersions(resourceVersion, this.watchVersion);
    if (order !== undefined && order < 0) return;
    this.watchVersion = resourceVersion;
    this.#expired = 0;
    this.#muteWatches = 0;
    this.#failingSince = undefined;
  }

  /** The plan after an outcome. */
  after(outcome: Outcome): Plan {
    switch (outcome.type) {
      case 'listed':
        this.watchVersion = outcome.resourceVersion;
        this.#failedLists = 0;
        this.#wasListed = true;
        return { next: 'watch', wait: 0, state: 'synced' };
      case 'ended':
        return this.#afterEnd(outcome);
      case 'silent':
        return this.#afterSilence();
      case 'doubted':
        return this.#isWatchable
          ? { next: 'watch', wait: this.#random() * RESUME_SPREAD }
          : { next: 'list', wait: 0 };
      case 'undecodable':
        this.listVersion = this.watchVersion;
        return {
          next: 'list',
          wait: this.#backoffWait(),
          state: this.#unproven,
          message: `gcscope cannot read what the API server sent (${outcome.reason}), and lists the kind again.`,
        };
      case 'diverged':
        return {
          ...this.verify(),
          state: this.#unproven,
          message: `${outcome.message}; the kind is listed again.`,
        };
      case 'unsupported':
        return this.#giveUp('unsupported', outcome.message);
      case 'full':
        this.startAnew('0');
        return {
          next: 'list',
          wait: FULL_AFTER * (1 + 0.1 * this.#random()),
          state: 'degraded',
          message: `gcscope keeps at most ${outcome.most} objects, and with this kind there are more. It shows no objects of this kind and does not verify references to them. Give gcscope more memory (NODE_OPTIONS=--max-old-space-size=MEGABYTES) or set --max-objects.`,
        };
      case 'failed':
        return this.#afterFailure(outcome.during, outcome.failure);
    }
  }

  /** A list as new as the server, instead of the next watch. */
  verify(): Plan {
    this.listVersion = '';
    return { next: 'list', wait: 0 };
  }

  /** Nothing that was observed counts any more. */
  startAnew(version: '0' | ''): void {
    this.listVersion = version;
    this.watchVersion = '';
  }

  /** A list takes long: how the kind stands meanwhile. */
  late(): Pick<Plan, 'state' | 'message'> {
    if (this.#wasListed) return {};
    this.#failedLists = BROKEN_AFTER;
    return this.#afterFailedList('its first list takes more than 30 s');
  }

  #afterEnd({ progress, onTime }: Extract<Outcome, { type: 'ended' }>): Plan {
    if (progress) {
      this.#expired = 0;
      this.#shortWatches = 0;
      this.#muteWatches = 0;
      // Watches last differently long: only those that a server cuts all at once need to be spread. Changes wait meanwhile.
      return { next: this.#resume(), wait: onTime ? RESUME_PAUSE : this.#random() * RESUME_SPREAD };
    }
    const plan: Plan = { next: this.#resume(), wait: this.#backoffWait() };
    this.#shortWatches++;
    // A server that restarts may cut a single watch short.
    return this.#shortWatches === 1 && plan.wait <= LONGEST_UNWATCHED
      ? plan
      : {
          ...plan,
          state: this.#unproven,
          message: 'The API server ends every watch immediately, so changes may be missing.',
        };
  }

  /**
   * If watches stay silent, only lists show changes. Until the kind is watched or listed again, as little is known as during any
   * watch: a server that sends no bookmarks and does not end watches in time is read throughout.
   */
  #afterSilence(): Plan {
    this.#muteWatches++;
    const isMute = this.#muteWatches > 1;
    if (isMute) this.listVersion = '';
    const next = isMute ? 'list' : this.#resume();
    return {
      next,
      wait: this.#random() * RESUME_SPREAD,
      patience: LONGEST_UNWATCHED,
      state: this.#unproven,
      message: `The watch fell silent, and ${next === 'list' ? 'listing the kind' : 'opening it again'} takes longer than ${LONGEST_UNWATCHED / 1000} s, so changes may be missing.`,
    };
  }

  #afterFailure(during: 'list' | 'watch', failure: ApiFailure): Plan {
    if (failure.type !== 'status') return this.#retry(during, failure);
    if (failure.code === 410) return this.#expire(during);
    if (isTooLargeVersion(failure)) {
      this.listVersion = '';
      return {
        next: 'list',
        wait: this.#backoffWait(),
        state: this.#unproven,
        message: failureText(failure),
      };
    }
    switch (failure.code) {
      case 403:
        return this.#giveUp(
          'forbidden',
          `You may not ${during} this kind: ${failure.message}. Ask your administrator for the verbs list and watch on it${this.#advice}.`,
        );
      case 404:
        this.startAnew('0');
        return {
          next: 'list',
          wait: GONE_AFTER * (1 + 0.1 * this.#random()),
          state: 'gone',
          message: 'The API server no longer serves this kind; its objects are not verified.',
          probe: true,
        };
      case 405:
      case 406:
      case 415:
        return this.#giveUp(
          'unsupported',
          `The API server cannot give metadata only: ${failureText(failure)}.`,
        );
      default:
        return this.#retry(during, failure);
    }
  }

  /** The history no longer reaches back: first a list not older than what is known, then a consistent one. */
  #expire(during: 'list' | 'watch'): Plan {
    this.#expired++;
    const again = during === 'list' && this.listVersion === '';
    this.listVersion = during === 'list' || this.#expired > 1 ? '' : this.watchVersion;
    const wait = again ? this.#backoffWait() : this.#random() * RELIST_SPREAD;
    // Without bookmarks the version of a quiet kind grows old, although nothing was missed.
    const isFirst = during === 'watch' && this.#expired === 1;
    return {
      next: 'list',
      wait,
      ...(isFirst && { patience: LONGEST_UNWATCHED }),
      state: this.#unproven,
      message:
        'The API server no longer has the changes that gcscope missed; gcscope lists the kind again.',
    };
  }

  #retry(during: 'list' | 'watch', failure: ApiFailure): Plan {
    const message = failureText(failure);
    const wait = this.#retryWait(failure);
    const probe = !(failure.type === 'status' && failure.code === 429);
    if (during === 'watch') {
      return { next: this.#patience(failure), wait, probe, state: this.#unproven, message };
    }
    if (isServerError(failure)) this.#failedLists++;
    return { next: 'list', wait, probe, ...this.#afterFailedList(message) };
  }

  #afterFailedList(message: string): Pick<Plan, 'state' | 'message'> {
    return this.#failedLists < BROKEN_AFTER
      ? { state: this.#unproven, message }
      : {
          state: 'degraded',
          message: `The API server cannot list this kind (${message}); its objects are not verified, and the collector may have the same problem. Look for a broken conversion webhook of the kind, or a server behind it that does not answer.`,
        };
  }

  /** A watch that only fails for a minute may stand on a version the server cannot serve. */
  #patience(failure: ApiFailure): 'list' | 'watch' {
    if (!isServerError(failure)) return this.#resume();
    if (isWithoutStorage(failure)) {
      this.listVersion = this.watchVersion;
      return 'list';
    }
    const now = this.#clock.now();
    this.#failingSince ??= now;
    if (now - this.#failingSince < INTERNAL_ERROR_PATIENCE) return this.#resume();
    this.#failingSince = undefined;
    this.listVersion = this.watchVersion;
    return 'list';
  }

  #giveUp(state: KindState, message: string): Plan {
    this.startAnew('0');
    const wait = PROBE_AFTER * (1 + 0.1 * this.#random());
    return { next: 'list', wait, state, message, probe: true };
  }

  /** How a kind stands that is neither read nor given up: what was read before may be old. */
  get #unproven(): 'stale' | 'backoff' {
    return this.#wasListed ? 'stale' : 'backoff';
  }

  get #isWatchable(): boolean {
    return isExactVersion(this.watchVersion);
  }

  /** Without an exact version a watch may have missed deletions. */
  #resume(): 'list' | 'watch' {
    if (this.#isWatchable) return 'watch';
    this.listVersion = '';
    return 'list';
  }

  #retryWait(failure: ApiFailure): Millis {
    const asked = failure.type === 'status' ? failure.retryAfter : undefined;
    if (asked === undefined) return this.#backoffWait();
    const wait = Math.min(asked, LONGEST_RETRY_AFTER);
    // The server asks for one second, and again, for as long as the webhook is broken.
    return isWithoutStorage(failure) ? Math.max(wait, this.#backoffWait()) : wait;
  }

  #backoffWait(): Millis {
    return this.#backoff.next(this.#clock.now());
  }
}

function isServerError(failure: ApiFailure): boolean {
  if (failure.type === 'status') return failure.code >= 500 || isWithoutStorage(failure);
  return failure.type === 'unreadable';
}

/** The API server cannot fill its cache of the kind, for example because a conversion webhook is broken; since 1.36 that is a 429. */
function isWithoutStorage(failure: ApiFailure): boolean {
  return (
    failure.type === 'status' &&
    failure.code === 429 &&
    /storage is \(re\)initializing/.test(failure.message)
  );
}

/** The server has not reached the version yet; old servers say so in the message only. */
function isTooLargeVersion(failure: Extract<ApiFailure, { type: 'status' }>): boolean {
  return (
    failure.causes.includes('ResourceVersionTooLarge') ||
    (failure.code === 504 && /too large resource version/i.test(failure.message))
  );
}
