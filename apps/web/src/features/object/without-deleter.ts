import type { ActivityEntry } from '@gcscope/gc-core/wire';

/** The entry without who deleted the object, which its panel says once: of how its deletion began or ended, the first sentence. */
export function withoutDeleter(entry: ActivityEntry): ActivityEntry {
  const { type, text } = entry;
  if (type !== 'gone' && type !== 'deleting') return entry;
  const last = text.findIndex((part) => part.type === 'text' && part.text.includes('. '));
  if (last < 0) return entry;
  const first = text.slice(0, last + 1).map((part, at) => {
    if (at < last || part.type !== 'text') return part;
    return { ...part, text: part.text.slice(0, part.text.indexOf('. ') + 1) };
  });
  return { ...entry, text: first };
}
