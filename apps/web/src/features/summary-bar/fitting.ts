import type { Timestamp } from '@gcscope/gc-core/wire';
import type { ViewLinkProps } from '../../address/navigation.tsx';

/** A form of a sentence: the words without their full stop, the time since if `since` is there, and the rest after that. */
interface NewsForm {
  readonly words: string;
  readonly since?: Timestamp;
  readonly rest?: string;
}

/** A sentence, and where it leads. */
export interface NewsSentence extends Pick<ViewLinkProps, 'page' | 'change'> {
  /** Stays while the count in the words changes: the link keeps the focus, and a click on it arrives. */
  readonly id: string;
  /** The fullest first, then shorter ones for less room. */
  readonly forms: readonly NewsForm[];
  /** The form beside all further causes. */
  readonly besideFurther?: NewsForm;
  /** A cause of deletions behind the worst one. */
  readonly isFurther?: boolean;
}

/** CSS px between two sentences. */
const GAP = 14;
/** The longest age. */
const AGE = ' for 59m59s';

/**
 * The sentences that fit in so many CSS px, at most so many: all, or else all but further causes, in the fullest forms that have room
 * beside each other. The first is always there. `more`: the width of the button that shows the others.
 */
export function fitting(
  sentences: readonly NewsSentence[],
  room: number,
  most: number,
  more: number,
): readonly NewsSentence[] {
  const fits = (shown: readonly NewsSentence[]): boolean =>
    widthOfAll(shown) + (shown.length < sentences.length ? more : 0) <= room;
  const all = sentences.map(({ besideFurther, ...each }) =>
    besideFurther ? { ...each, forms: [besideFurther] } : each,
  );
  if (all.length <= most && fits(all)) return all;
  const first = sentences.filter(({ isFurther = false }) => !isFurther).slice(0, most);
  const shorter = [0, 1, 2, 3].map((at) => first.map((each) => shortened(each, at)));
  let shown = shorter.find(fits) ?? shorter.at(-1) ?? first;
  while (shown.length > 1 && !fits(shown)) shown = shown.slice(0, -1);
  return shown;
}

function shortened(sentence: NewsSentence, at: number): NewsSentence {
  return { ...sentence, forms: sentence.forms.slice(Math.min(at, sentence.forms.length - 1)) };
}

function widthOfAll(sentences: readonly NewsSentence[]): number {
  const widths = sentences.map(({ forms: [form] }) => (form ? widthOf(form) : 0) + GAP);
  return widths.reduce((sum, width) => sum + width, -GAP);
}

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a form as the page writes it. */
function widthOf({ words, since, rest = '' }: NewsForm): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  // The shorthand is empty where figures are tabular.
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  context.font = `${fontSize} ${fontFamily}`;
  return context.measureText(`${words}${since === undefined ? '' : AGE}${rest}.`).width;
}
