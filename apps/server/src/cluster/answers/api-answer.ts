import type { Millis } from '@gcscope/gc-core/wire';
import type { JsonShape } from './json-pruner.ts';

/** Why a request carries no credentials: none are sent over plain http, or the configuration has none. */
export type Anonymity = 'plain-http' | 'none-configured';

/** A request that did not bring what was asked for. An expected outcome, so a value and no exception. */
export type ApiFailure =
  /** The server answered with a status other than 200. */
  | {
      readonly type: 'status';
      readonly code: number;
      /** Kubernetes reason, empty when the body was no `Status`. */
      readonly reason: string;
      readonly message: string;
      /** `details.causes[].reason` of the `Status`. */
      readonly causes: readonly string[];
      /** From `Retry-After` or `details.retryAfterSeconds`. */
      readonly retryAfter?: Millis;
      /** For a 401: the reason why the request had no credentials, if it had none. */
      readonly anonymous?: Anonymity;
    }
  /** No answer: name, connection, TLS, credentials or time-out. */
  | {
      readonly type: 'unreachable';
      readonly message: string;
      /** The server answers, and its certificate does not prove who it is. */
      readonly untrusted?: true;
    }
  /** An answer that is not of Kubernetes (a proxy's page, a body over the limit). */
  | { readonly type: 'unreadable'; readonly message: string }
  /** The caller's signal was aborted. */
  | { readonly type: 'aborted' };

export type JsonAnswer = { readonly type: 'ok'; readonly body: unknown } | ApiFailure;

export type TextAnswer = { readonly type: 'ok'; readonly body: string } | ApiFailure;

/** How Kubernetes writes a body. */
export type Encoding = 'json' | 'protobuf';

/** A body as it arrives. The iterable throws when the connection breaks; leaving the loop closes the request. */
export type StreamAnswer =
  | {
      readonly type: 'ok';
      readonly encoding: Encoding;
      readonly chunks: AsyncIterable<Uint8Array>;
    }
  | ApiFailure;

export interface RequestOptions {
  /** Value of `Accept`. */
  readonly accept: string;
  readonly signal: AbortSignal;
  /** For a JSON body: the members to keep; without it all. The others never become strings. */
  readonly shape?: JsonShape;
  /** For a JSON list: the members to keep of each item. Nothing else of the list is kept. */
  readonly items?: JsonShape;
  /** For a stream: the longest time between two pieces of its body; without it there is no limit. */
  readonly idleTimeout?: Millis;
}

/** Reads from one API server. There is no way to send anything but GET through it. */
export interface ApiClient {
  /** GET with a body of limited size; ends by itself after the request time-out. */
  getJson(path: string, options: RequestOptions): Promise<JsonAnswer>;
  /** As `getJson`, of what is text for people: metrics, flags, listings of folders. */
  getText(path: string, options: RequestOptions): Promise<TextAnswer>;
  /** GET whose body may go on for ever; only connecting and the headers are limited in time. */
  getStream(path: string, options: RequestOptions): Promise<StreamAnswer>;
  /** Idle connections may be dead: the next requests open new ones. */
  reconnect(): void;
}

/** One sentence about a failure, for people. */
export function failureText(failure: ApiFailure): string {
  switch (failure.type) {
    case 'status':
      if (failure.code === 401) return unauthorizedText(failure.message, failure.anonymous);
      return `HTTP ${failure.code}${failure.reason === '' ? '' : ` ${failure.reason}`}: ${failure.message}`;
    case 'unreachable':
    case 'unreadable':
      return failure.message;
    case 'aborted':
      return 'the request was cancelled';
  }
}

function unauthorizedText(message: string, anonymous: Anonymity | undefined): string {
  const asked = `the server asks for credentials (HTTP 401: ${message})`;
  switch (anonymous) {
    case undefined:
      return `the server refused the credentials (HTTP 401: ${message}); log in again or check the user of the context`;
    case 'plain-http':
      return `${asked}, and gcscope sends none over plain http. Use the https address in the kubeconfig; if this is a kubectl proxy, log in and restart it`;
    case 'none-configured':
      return `${asked}, and the user of the context has none. Add a token, a client certificate or a credentials plugin in the kubeconfig`;
  }
}
