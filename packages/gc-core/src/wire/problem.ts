/** A failed request of gcscope's own API (RFC 9457), `application/problem+json`. */
export interface Problem {
  readonly type: string;
  /** Stable code: `uid-unknown`, `bad-request`, `cluster-unreachable`, … */
  readonly code: string;
  readonly status: number;
  /** One sentence: what is wrong. */
  readonly title: string;
  /** What to do about it. */
  readonly detail?: string;
}
