import type { NodeQuestion, NodeSource, NodeView, RunRef, RunStory } from './node-messages.ts';
import { nodeView } from './node-view.ts';
import { type NodeDocument, readNode } from './read-node.ts';
import { runStory } from './run-story.ts';
import { sceneText } from './scene-files.ts';

/** A node with its changes. Throws an error with one sentence. */
export function answerNode({ source, changes }: NodeQuestion): NodeView {
  return nodeView(documentOf(source), changes, source.type === 'scene' ? 'scene' : 'file');
}

/** A run of it, step by step. Throws an error with one sentence. */
export function answerNodeRun({ source, changes }: NodeQuestion, run: RunRef): RunStory {
  return runStory(documentOf(source), changes, run);
}

/** The last document: each move of a slider asks for the same one again. */
let last: { readonly text: string; readonly document: NodeDocument } | undefined;

function documentOf(source: NodeSource): NodeDocument {
  const text = source.type === 'scene' ? sceneText(source.name) : source.text;
  if (last?.text !== text) last = { text, document: readNode(text) };
  return last.document;
}
