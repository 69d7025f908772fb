import type { Document } from 'yaml';

/** The data of a YAML document; throws what `refuse` gives for aliases that name nothing, or stand for more than fits into memory. */
export function yamlData(document: Document, refuse: () => Error): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw refuse();
  }
}
