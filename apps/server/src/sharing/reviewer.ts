import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import { RequestError } from '../base/errors.ts';
import { type Person, type ReviewClient, ReviewError } from '../cluster/access/review-client.ts';
import type { AskRight } from './ask-rights.ts';

/** Reviews over all people: reading the cluster comes first. */
const AT_ONCE = 16;
/** Any client may send tokens: this leaves room for people who are signed in. */
const SIGN_INS_AT_ONCE = 4;
const MOST_SIGN_INS = 100;

/** A person who signed in; with the token, where it was a token. */
export interface Identity {
  readonly person: Person;
  readonly token?: string;
}

/**
 * Asks the API server about people. gcscope's own account asks, if it may; else the person's token does, which needs no right
 * of gcscope. Rejects with `ReviewError`.
 */
export class Reviewer {
  readonly #client: ReviewClient;
  readonly #limiter = new ConcurrencyLimiter(AT_ONCE);
  readonly #signIns = new ConcurrencyLimiter(SIGN_INS_AT_ONCE);
  #underWay = 0;

  constructor(client: ReviewClient) {
    this.#client = client;
  }

  /** Whose token it is; `undefined` if the API server does not accept it. */
  async identify(token: string): Promise<Person | undefined> {
    return this.#limiter.run(async () => {
      try {
        return await this.#client.reviewToken(token);
      } catch (error) {
        if (!isForbidden(error)) throw error;
        return this.#client.reviewSelf(token);
      }
    });
  }

  /** Whose token it is. Rejects with `RequestError`, which says to the person why there is no sign-in. */
  async requirePerson(token: string): Promise<Person> {
    if (this.#underWay >= MOST_SIGN_INS) {
      throw new RequestError(503, 'busy', 'Too many people sign in at once.', 'Try again soon.');
    }
    let person: Person | undefined;
    this.#underWay++;
    try {
      person = await this.#signIns.run(() => this.identify(token));
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      throw new RequestError(
        503,
        'sign-in-unavailable',
        `gcscope cannot ask the cluster about this token: ${error.message}.`,
        'Try again in a moment. If this lasts, contact your gcscope administrator.',
      );
    } finally {
      this.#underWay--;
    }
    if (person) return person;
    throw new RequestError(
      401,
      'token-refused',
      'The cluster does not accept this token.',
      'It may have expired. Get another one, for example with kubectl create token NAME.',
    );
  }

  /** Asks what this person may list. */
  asks({ person, token }: Identity): AskRight {
    let isItself = false;
    return (question) =>
      this.#limiter.run(async () => {
        if (token !== undefined && isItself) return this.#client.maySelfList(token, question);
        try {
          return await this.#client.mayList(person, question);
        } catch (error) {
          if (token === undefined || !isForbidden(error)) throw error;
          isItself = true;
          return this.#client.maySelfList(token, question);
        }
      });
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof ReviewError && error.code === 'forbidden';
}
