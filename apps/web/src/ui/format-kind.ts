import { visibleText } from '@gcscope/gc-core/wire';

/** Names each of these kinds, which are keys by `kindKey`: without its group, unless another one has the same name. */
export function formatKindAmong(keys: Iterable<string>): (key: string) => string {
  const names = [...new Set(keys)].map(nameOf);
  const ambiguous = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return (key) => visibleText(ambiguous.has(nameOf(key)) ? key : nameOf(key));
}

function nameOf(key: string): string {
  return key.split('.', 1)[0] ?? key;
}
