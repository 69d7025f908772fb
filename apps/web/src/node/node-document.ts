import type { NodeSource } from './node-view.ts';

/** A node's document, as a source. */
export type NodeDocument = Extract<NodeSource, { type: 'document' }>;

let numbered = 0;

/** The text as a document of its own: its number is that of no other, however alike and however soon after. */
export function documentOf(text: string): NodeDocument {
  numbered += 1;
  return { type: 'document', id: numbered, text };
}
