import type { ActivityEntry } from '@gcscope/gc-core/wire';

/** The entry without who deleted the object, which its panel says once. */
export function withoutDeleter(entry: ActivityEntry): ActivityEntry {
  return { ...entry, text: entry.withoutDeleter ?? entry.text };
}
