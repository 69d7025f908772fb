/** Something that can be aborted by itself, and is aborted with its parent. */
export interface ChildController {
  readonly signal: AbortSignal;
  abort(): void;
  /** It no longer follows its parent. */
  release(): void;
}

/** Unlike `AbortSignal.any`, nothing stays at a parent that outlives many children. */
export function childController(parent: AbortSignal): ChildController {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    abort,
    release: () => parent.removeEventListener('abort', abort),
  };
}
