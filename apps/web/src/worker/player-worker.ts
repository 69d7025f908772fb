import { judgeJoin, offersAt, type PlaybackSource, play, type Scenario } from '@gcscope/gc-core';
import type { Answered, Answers, Asked, Question, SourceRef } from './messages.ts';
import type { NodeOrigin } from './node-messages.ts';
import { nodeView } from './node-view.ts';
import { playRun } from './play-run.ts';
import { type NodeDocument, readNode } from './read-node.ts';
import { sceneNamed, sceneSummaries, sceneText } from './scene-files.ts';
import { momentOf } from './scene-moment.ts';

// The whole simulation runs here: steps of hundreds of objects must not hold up the page.

self.onmessage = ({ data }: MessageEvent<Asked>): void => {
  self.postMessage(answered(data));
};

function answered({ id, question }: Asked): Answered {
  try {
    return { id, answer: answerTo(question) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Throws an error with one sentence. */
function answerTo(question: Question): Answers[keyof Answers] {
  switch (question.type) {
    case 'scenes':
      return sceneSummaries();
    case 'moment':
      return momentOf(play(sourceOf({ type: 'scene', name: question.scene }), AS_WRITTEN));
    case 'play':
      return play(sourceOf(question.source), question.options);
    case 'offers':
      return offersAt(sourceOf(question.source), question.options, question.at, question.selected);
    case 'join':
      return judgeJoin(sourceOf(question.source), question.options, question.at, question.join);
    case 'node': {
      const { source, changes } = question;
      return nodeView(documentOf(source), changes, source.type === 'scene' ? 'scene' : 'file');
    }
    case 'nodeRun':
      return playRun(documentOf(question.source), question.changes, question.run);
    default:
      return question satisfies never;
  }
}

/** A scene with its own policy and release. */
const AS_WRITTEN = { actions: [] };

function sourceOf(ref: SourceRef): PlaybackSource {
  if (ref.type === 'fork') return ref;
  // A test reads and runs each of these files.
  return { type: 'scene', scenario: sceneNamed(ref.name) as Scenario };
}

/** The last document: each move of a slider asks for the same one again. */
let last: { readonly text: string; readonly document: NodeDocument } | undefined;

function documentOf(source: NodeOrigin): NodeDocument {
  const text = source.type === 'scene' ? sceneText(source.name) : source.text;
  if (last?.text !== text) last = { text, document: readNode(text) };
  return last.document;
}
