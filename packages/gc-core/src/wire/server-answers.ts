/** Where a node's data comes from: its runtime, saved output of `crictl`, the API server, or a scenario. */
export type ReadingSource = 'cri' | 'crictl' | 'api' | 'scenario';

/** Answer of `GET /api/v1/nodes`: the nodes that the server reads itself. */
export interface NodeList {
  readonly nodes: readonly { readonly name: string; readonly source: ReadingSource }[];
}

/** Answer of `GET /api/v1/session`: how people sign in at this server, and who did. */
export interface SessionState {
  /** `none`: there is no sign-in, and all people see the same. */
  readonly signIn: 'none' | 'token' | 'proxy' | 'oidc';
  /** The signed-in user; absent if no one is signed in. */
  readonly name?: string;
}

/** A failed request of gcscope's own API (RFC 9457), `application/problem+json`. */
export interface Problem {
  readonly type: string;
  /** Stable code: `uid-unknown`, `bad-request`, `cluster-unreachable`, … */
  readonly code: string;
  readonly status: number;
  /** One sentence: what is wrong. */
  readonly title: string;
  /** The next step for the user. */
  readonly detail?: string;
}
