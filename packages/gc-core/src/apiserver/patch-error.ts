/** A patch that cannot be applied; the message says why. Thrown by the patch functions, caught by `applyPatch`. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}
