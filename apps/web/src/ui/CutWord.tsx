import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Letters that are always shown at the end of a word. */
const END = 8;

/** A word in a flexible line, cut in its middle where it has no room: generated names differ at their end. */
export function CutWord({
  word,
  title = word,
}: {
  readonly word: string;
  readonly title?: string;
}): ReactNode {
  const start = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word is cut elsewhere.
  useLayoutEffect(() => (start.current ? closeGap(start.current) : undefined), [word]);
  return (
    <>
      <span className="cut" title={title} ref={start}>
        {word.slice(0, -END)}
      </span>
      <span className="cut-end">{word.slice(-END)}</span>
    </>
  );
}

/** A cut word ends before a whole letter: moves what follows it to its ellipsis. Returns how to stop. */
function closeGap(start: HTMLElement): () => void {
  const end = start.nextElementSibling;
  const move = (): void => {
    if (end instanceof HTMLElement) end.style.left = `${-gapIn(start)}px`;
  };
  const observer = new ResizeObserver(move);
  observer.observe(start);
  move();
  return () => observer.disconnect();
}

/** The room behind the ellipsis of a cut text, CSS px. */
function gapIn(start: HTMLElement): number {
  const text = start.firstChild;
  const { left, width } = start.getBoundingClientRect();
  if (!(text instanceof Text) || start.scrollWidth <= start.clientWidth) return 0;
  const room = width - widthOfEllipsis(start);
  const range = document.createRange();
  let shown = 0;
  for (let letters = 1; letters <= text.length; letters++) {
    range.setStart(text, 0);
    range.setEnd(text, letters);
    const reached = range.getBoundingClientRect().right - left;
    if (reached > room) break;
    shown = reached;
  }
  return Math.max(0, room - shown);
}

let context: CanvasRenderingContext2D | null | undefined;

function widthOfEllipsis(of: HTMLElement): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(of);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return context.measureText('…').width;
}
