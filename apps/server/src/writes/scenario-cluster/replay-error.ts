/** The run cannot go on; the message is one sentence. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  /** Where in the document that showed, if anywhere. */
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}
