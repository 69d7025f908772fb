/** Why mutants that survive cannot be found by a test, each named as `<file>: <original> → <replacement>`. */
export const REASONS: readonly {
  readonly reason: string;
  readonly survivors: readonly string[];
}[] = [];
