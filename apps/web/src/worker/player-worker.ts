import { judgeJoin, offersAt, type Piece, play, type Scenario } from '@gcscope/gc-core';
import { answerNode, answerNodeRun } from './answer-node.ts';
import type { Answered, Answers, Asked, PieceRef, Question } from './messages.ts';
import { sceneNamed, sceneSummaries } from './scene-files.ts';

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

function answerTo(question: Question): Answers[keyof Answers] {
  switch (question.type) {
    case 'scenes':
      return sceneSummaries();
    case 'play':
      return play(pieceOf(question.piece), question.direction);
    case 'offers':
      return offersAt(pieceOf(question.piece), question.direction, question.at, question.selected);
    case 'join':
      return judgeJoin(pieceOf(question.piece), question.direction, question.at, question.join);
    case 'node':
      return answerNode(question);
    case 'nodeRun':
      return answerNodeRun(question, question.run);
    default:
      return question satisfies never;
  }
}

function pieceOf(ref: PieceRef): Piece {
  if (ref.type === 'fork') return ref;
  // Each of these files is read and run by a test.
  return { type: 'scene', scenario: sceneNamed(ref.name) as Scenario };
}
