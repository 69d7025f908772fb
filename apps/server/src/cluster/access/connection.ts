import type { ApiClient } from '../answers/api-answer.ts';
import type { ReaderCounts } from '../reflect/reader-counts.ts';
import type { ReviewClient } from './review-client.ts';

/** The cluster options of the command line, named as kubectl names them. */
export interface ClusterFlags {
  /** `--kubeconfig`: one file, instead of `KUBECONFIG` and `~/.kube/config`. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly namespace?: string | undefined;
  /** `--as` */
  readonly as?: string | undefined;
  /** `--as-group`, repeatable. */
  readonly asGroup?: readonly string[] | undefined;
  /** `--request-timeout`: `30s`, `1m`, plain seconds, or `0` for none. */
  readonly requestTimeout?: string | undefined;
}

/** Where configuration is looked for; given by tests, the process's own otherwise. */
export interface ClusterEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Folder of the service account's files. */
  readonly serviceAccount: string;
}

/** A cluster that can be read. */
export interface ClusterConnection {
  readonly client: ApiClient;
  /** Counts requests, lists and watches since the start. */
  readonly counts: ReaderCounts;
  /** Asks about other people; used where they sign in. */
  readonly reviews: ReviewClient;
  /** Context name, or the name given for a loopback server. */
  readonly context: string;
  readonly server: string;
  /** Namespace of `--namespace` or of the context, `default` otherwise. */
  readonly namespace: string;
  /** The arguments between `kubectl` and the verb that reach this cluster; empty if they are not known. */
  readonly kubectl: readonly string[];
  /** Sentences to show at the start, such as that TLS is not verified. */
  readonly warnings: readonly string[];
  /** The server's `gitVersion`; rejects with `ClusterUnreachableError`. */
  version(): Promise<string>;
  /** Lets running requests end and closes the connections. */
  close(): Promise<void>;
}

/** No cluster can be read with this configuration; the message is one sentence for the user. */
export class ClusterConfigError extends Error {
  override readonly name = 'ClusterConfigError';
  /** `none`: nothing is configured at all, so that another source may be used instead. */
  readonly code: 'none' | 'invalid';

  constructor(message: string, code: 'none' | 'invalid' = 'invalid') {
    super(message);
    this.code = code;
  }
}

/** The cluster does not answer as a cluster; the message is one sentence for the user. */
export class ClusterUnreachableError extends Error {
  override readonly name = 'ClusterUnreachableError';
}
