import type { Json } from './asked-kinds.ts';

/** A value with a merge patch applied, for what is to be sent whole. */
export function mergedPatch(value: unknown, patch: unknown): unknown {
  if (!isJson(patch)) return patch;
  const merged = new Map(Object.entries(isJson(value) ? value : {}));
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) merged.delete(key);
    else merged.set(key, mergedPatch(merged.get(key), part));
  }
  return Object.fromEntries(merged);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
