/** Keys that identify a row while lines come at its beginning and leave its end: one of them is enough. */
export type RowKeys = readonly (string | number)[];

/** The keys of rows that are unfolded. */
export type Unfolded = ReadonlySet<string | number>;

/** Whether the row stands in full. */
export function isUnfolded(unfolded: Unfolded, keys: RowKeys): boolean {
  return keys.some((key) => unfolded.has(key));
}

/** Folds or unfolds this row. */
export function turned(unfolded: Unfolded, keys: RowKeys): Unfolded {
  const others = [...unfolded].filter((key) => !keys.includes(key));
  return new Set(isUnfolded(unfolded, keys) ? others : [...others, ...keys]);
}
