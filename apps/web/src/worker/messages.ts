import type {
  Edit,
  Fork,
  JoinVerdict,
  NodeRecord,
  Offers,
  Playback,
  PlaybackOptions,
  SceneSummary,
  Uid,
} from '@gcscope/gc-core/wire';
import type { NodeQuestion, NodeView, RunPlayback, RunRef } from './node-messages.ts';

/** The source of a playback: a fork of a part of the cluster, or a scene by its name. */
export type SourceRef =
  | { readonly type: 'fork'; readonly fork: Fork }
  | { readonly type: 'scene'; readonly name: string };

/** The objects of a scene at one moment, for a small picture. */
export interface Moment {
  readonly records: readonly NodeRecord[];
  readonly gone: readonly Uid[];
}

/** A question of the page to the player's worker. */
export type Question =
  | { readonly type: 'scenes' }
  | { readonly type: 'moment'; readonly scene: string }
  | { readonly type: 'play'; readonly source: SourceRef; readonly options: PlaybackOptions }
  | {
      readonly type: 'offers';
      readonly source: SourceRef;
      readonly options: PlaybackOptions;
      readonly at: number;
      readonly selected: readonly Uid[];
    }
  | {
      readonly type: 'join';
      readonly source: SourceRef;
      readonly options: PlaybackOptions;
      readonly at: number;
      readonly join: Extract<Edit, { type: 'addReference' }>;
    }
  | ({ readonly type: 'node' } & NodeQuestion)
  | ({ readonly type: 'nodeRun'; readonly run: RunRef } & NodeQuestion);

/** The worker's answer to each question. */
export interface Answers {
  readonly scenes: readonly SceneSummary[];
  readonly moment: Moment;
  readonly play: Playback;
  readonly offers: Offers;
  readonly join: JoinVerdict | undefined;
  readonly node: NodeView;
  readonly nodeRun: RunPlayback;
}

/** A question on its way to the worker. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** The worker's answer, or one sentence that says why there is none. */
export type Answered =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly id: number; readonly error: string };
