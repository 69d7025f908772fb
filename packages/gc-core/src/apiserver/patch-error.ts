/** A patch that cannot be applied; the message says why. Thrown by the patch functions, caught by `applyPatch`. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  /** Whether the patch itself is malformed, whatever it is applied to. */
  readonly isMalformed: boolean;

  constructor(message: string, isMalformed: boolean = false) {
    super(message);
    this.isMalformed = isMalformed;
  }
}
