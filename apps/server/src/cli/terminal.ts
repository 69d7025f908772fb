/** What a command may touch of the process it runs in. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Replaces the last line that says how far long work has come, where somebody looks. */
  progress?(text: string): void;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** Folder of the built pages. */
  readonly webRoot?: string;
}
