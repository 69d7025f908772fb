/** Counts of this process's streams since it began. */
export class StreamCounts {
  clients = 0;
  /** The open streams whose readers are too slow now. */
  lagging = 0;
  frames = 0;
  bytes = 0;
  /** Readers let go because they did not catch up. */
  dropped = 0;
  /** Readers sent to the snapshot: their position was `unknown` here, or they fell `behind` what is kept. */
  readonly resyncs = { unknown: 0, behind: 0 };
}
