import { field, isJsonMap } from './json-value.ts';

/**
 * The target after a JSON merge patch (RFC 7386), as the API server applies it: maps are merged, `null` removes, all else
 * replaces; maps within a list lose their nulls.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return patch.map(withoutNulls);
  if (!isJsonMap(patch)) return patch;
  const old = isJsonMap(target) ? target : {};
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(field(old, key), value));
  }
  return Object.fromEntries(merged);
}

function withoutNulls(item: unknown): unknown {
  return mergePatch(undefined, item);
}
