/** The parts of its process that a command may use. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Shows the progress of long work in the last line of a terminal. */
  progress?(text: string): void;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** Folder of the built pages. */
  readonly webRoot?: string | undefined;
}
