import type { Mark, PackedKind, Uid } from '@gcscope/gc-core/wire';
import { cardDetail, cardName, middleCut, NO_FACTS, shorten, widthOf } from './card-text.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './geometry.ts';
import { type Glyph, glyphOf } from './glyph.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';
import { MARKS, type Rows, WRONG } from './rows.ts';
import {
  describeStack,
  OLD_REPLICA_SETS,
  type Stack,
  shortStackName,
  stackDetail,
  stackName,
  stackStates,
} from './stack.ts';
import type { SvgChunks } from './svg-chunks.ts';
import { cleanText, escapeShortened, escapeText, shortTitle } from './svg-text.ts';

/** Start of the name's baseline, from the card's upper left corner: the origin of a card's group. */
const TEXT_X = 39;
const TEXT_Y = 19;
const NAME_SIZE = 12;
const DETAIL_SIZE = 10.5;
const ICON = 26;
const ROOM: number = CARD_WIDTH - TEXT_X - 9;

/** Options of all cards of a picture. */
export interface CardOptions {
  /** Address before `/o/<uid>`; without one the cards are no links. */
  readonly linkBase: string | undefined;
  /** Whether each card has a tooltip. */
  readonly titled: boolean;
  /** Objects that are shown for context. */
  readonly pale: ReadonlySet<Uid>;
}

/** The parts that cards of one kind share: the shape is defined once and used by every card. */
interface KindShape {
  readonly kind: string;
  /** Markup from the shape to the start of the name. */
  readonly use: string;
  /** Markup from the place of a card without a tooltip to the start of its name. */
  readonly untitled: string;
  /** Markup behind the name on a calm card that shows its kind only. */
  readonly ending: string;
}

/** Writes the cards of one picture, to stand within `<g class="calm">`, and remembers what occurred. */
export class CardWriter {
  readonly #rows: Rows;
  readonly #out: SvgChunks;
  readonly #linkBase: string | undefined;
  readonly #titled: boolean;
  readonly #pale: ReadonlySet<Uid>;
  readonly #end: '</a>' | '</g>';
  /** Shapes by kind, for each look of its icon. */
  readonly #shapes: Readonly<Record<IconLook, KindShape[]>> = { there: [], unseen: [], gone: [] };
  readonly #definitions: string[] = [];
  /** Looks of the cards so far that the legend has to explain. */
  readonly seen: Set<Mark | 'wrong' | 'stack'> = new Set();

  constructor(rows: Rows, out: SvgChunks, { linkBase, titled, pale }: CardOptions) {
    this.#rows = rows;
    this.#out = out;
    this.#linkBase = linkBase === undefined ? undefined : escapeText(linkBase);
    this.#titled = titled;
    this.#pale = pale;
    this.#end = linkBase === undefined ? '</g>' : '</a>';
  }

  /** The card of a row; `x`, `y` is its centre. Most of its pieces are made before, once for all cards. */
  add(row: number, x: number, y: number): void {
    const { names, uids, kind, facts, marks, stacks } = this.#rows;
    const mark = marks[row] as number;
    const shape = this.#shapeOf(kind[row] as number, iconLook(mark));
    const name = cardName(names[row] as string, uids[row] as Uid);
    const stack = stacks.size === 0 ? undefined : stacks.get(row);
    if (stack) {
      this.#addStack(stack, mark, shape, x, y);
      return;
    }
    const said = facts.size === 0 ? undefined : facts.get(row);
    const isPlain = mark === 0 && this.#linkBase === undefined && this.#pale.size === 0;
    const start = isPlain ? CALM : this.#start(row, mark);
    const use = this.#titled
      ? `)"><title>${this.#tooltip(row, shape, name)}</title>${shape.use}`
      : shape.untitled;
    const text = escapeShortened(name, ROOM, NAME_SIZE);
    const end = mark === 0 && !said ? shape.ending : this.#ending(shape, mark, said ?? NO_FACTS);
    this.#out.add(
      `${start}${x - CARD_WIDTH / 2 + TEXT_X} ${y - CARD_HEIGHT / 2 + TEXT_Y}${use}${text}${end}`,
    );
  }

  /** The definitions of all shapes used so far. */
  definitions(): string {
    return this.#definitions.join('');
  }

  /** A closed stack has sheets below its card; its link opens it on the map. */
  #addStack(stack: Stack, mark: number, { use }: KindShape, x: number, y: number): void {
    const href = `${this.#linkBase}/?stack=${escapeText(encodeURIComponent(stack.id))}`;
    const tag = this.#linkBase === undefined ? '<g' : `<a href="${href}"`;
    const place = `translate(${x - CARD_WIDTH / 2 + TEXT_X} ${y - CARD_HEIGHT / 2 + TEXT_Y})`;
    const name = escapeShortened(fittingName(stack), ROOM, NAME_SIZE);
    const isMixed = !stack.isOpen && stack.terminating + stack.notVerified > 0;
    const detail = isMixed ? stackStates(stack) : stackDetail(stack);
    if (!stack.isOpen) this.seen.add('stack');
    if (mark !== 0) this.seen.add(markOf(mark));
    this.#out.add(
      `${tag} class="stack ${markOf(mark)}" transform="${place}"><title>${stackTooltip(stack)}</title>` +
        `${stack.isOpen ? '' : SHEETS}${use}${name}</text>` +
        `${secondLine(shorten(detail, ROOM, DETAIL_SIZE))}${mark === 0 ? '' : pill(markOf(mark))}${this.#end}`,
    );
  }

  /** Markup up to the place of the card. */
  #start(row: number, mark: number): string {
    const isLink = this.#linkBase !== undefined;
    const uid = this.#rows.uids[row] as Uid;
    const tag = isLink ? `<a href="${this.#linkBase}/o/${uidInAddress(uid)}"` : '<g';
    const wrong = mark >= WRONG ? ' wrong' : '';
    const pale = this.#pale.size > 0 && this.#pale.has(uid) ? ' pale' : '';
    const classes = mark === 0 && pale === '' ? '' : ` class="${markOf(mark)}${wrong}${pale}"`;
    return `${tag}${classes} transform="translate(`;
  }

  /** Markup behind the name. */
  #ending({ kind }: KindShape, mark: number, facts: readonly string[]): string {
    if (mark !== 0) {
      this.seen.add(markOf(mark));
      if (mark >= WRONG) this.seen.add('wrong');
    }
    const end = mark === 0 ? '' : pill(markOf(mark), mark > WRONG);
    return `</text>${secondLine(cardDetail(kind, facts, ROOM, DETAIL_SIZE))}${end}${this.#end}`;
  }

  /** The text of the card, in full and one line per fact. */
  #tooltip(row: number, { kind }: KindShape, name: string): string {
    const { namespaces, namespace, facts } = this.#rows;
    const place = namespaces[namespace[row] as number] as string;
    const what = place === '' ? `${kind} ${name}` : `${kind} ${place}/${name}`;
    return escapeText([what, ...(facts.get(row) ?? NO_FACTS)].join('\n'));
  }

  #shapeOf(kind: number, look: IconLook): KindShape {
    const shapes = this.#shapes[look];
    const known = shapes[kind];
    if (known) return known;
    const [apiVersion, name] = this.#rows.kinds[kind] as PackedKind;
    const id = `k${this.#definitions.length}`;
    this.#definitions.push(shape(id, glyphOf(apiVersion, name), look));
    const use = `<use href="#${id}"/><text>`;
    const ending = `</text>${secondLine(cardDetail(name, NO_FACTS, ROOM, DETAIL_SIZE))}${this.#end}`;
    const made: KindShape = { kind: name, use, untitled: `)">${use}`, ending };
    shapes[kind] = made;
    return made;
  }
}

/** Look of the icon of a kind: an object that is not there has an outline only, crossed once it is gone. */
type IconLook = 'there' | 'unseen' | 'gone';

function iconLook(mark: number): IconLook {
  if (mark === 0) return 'there';
  const name = markOf(mark);
  return name === 'gone' ? 'gone' : name === 'virtual' ? 'unseen' : 'there';
}

function markOf(mark: number): Mark {
  return MARKS[mark % WRONG] as Mark;
}

/** Start of a card without a mark and a link. */
const CALM = '<g transform="translate(';

/** The ring around the object a picture is about. */
export function svgFocus(x: number, y: number): string {
  const left = x - CARD_WIDTH / 2 - 5;
  const top = y - CARD_HEIGHT / 2 - 5;
  return `<rect class="focus" x="${left}" y="${top}" width="${CARD_WIDTH + 10}" height="${CARD_HEIGHT + 10}" rx="12"/>`;
}

/** Further sheets of paper that look out below the card of a stack, by how far in px. */
const SHEETS: string = [8, 4]
  .map(
    (below) =>
      `<rect x="${below - TEXT_X}" y="${below - TEXT_Y}" width="${CARD_WIDTH - 2 * below}" height="${CARD_HEIGHT}" rx="8"/>`,
  )
  .join('');

/** The name of a stack, with kubectl's short name of the kind if the whole has no room, as on the map. */
function fittingName(stack: Stack): string {
  const whole = stackName(stack);
  return middleCut(whole, ROOM, NAME_SIZE) ? (shortStackName(stack) ?? whole) : whole;
}

function stackTooltip(stack: Stack): string {
  return shortTitle(
    stack.isOld ? `${describeStack(stack)}\n${OLD_REPLICA_SETS}` : describeStack(stack),
  );
}

function uidInAddress(uid: Uid): string {
  return escapeText(encodeURIComponent(cleanText(uid)));
}

function secondLine(text: string): string {
  return `<text class="k" y="15">${escapeText(text).replaceAll('…', '&#8230;')}</text>`;
}

/** The sign and word of a mark, on the card's upper edge; a calm card has one only for a wrong reference, others its sign beside their own. */
function pill(mark: Mark, isWrong = false): string {
  const look = mark === 'calm' ? WRONG_REFERENCE : markLook(mark);
  const width = Math.round(widthOf(look.word) * 11.5) + 27;
  const x = CARD_WIDTH - TEXT_X - width - 8;
  const y = -TEXT_Y - 10;
  return (
    `<rect class="pill" x="${x}" y="${y}" width="${width}" height="16" rx="8"/>` +
    `<path class="sign" transform="translate(${x + 6} ${y + 3})scale(.625)" d="${look.sign}"/>` +
    `<text class="word" x="${x + 19}" y="${y + 11.5}">${look.word}</text>${isWrong ? wrongSign(x - 28, y) : ''}`
  );
}

function wrongSign(x: number, y: number): string {
  return (
    `<rect class="pill ref" x="${x}" y="${y}" width="22" height="16" rx="8"/>` +
    `<path class="sign ref" transform="translate(${x + 6} ${y + 3})scale(.625)" d="${WRONG_REFERENCE.sign}"/>`
  );
}

function shape(id: string, glyph: Glyph, look: IconLook): string {
  const left = 8 - TEXT_X;
  const top = (CARD_HEIGHT - ICON) / 2 - TEXT_Y;
  const isThere = look === 'there';
  const absent = isThere ? '' : ' absent';
  const sign =
    glyph.path === undefined
      ? `<text class="letters${absent}" x="${left + 13}" y="${top + 17}">${escapeText(glyph.letters ?? '')}</text>`
      : `<path class="glyph${absent}" transform="translate(${left + 4} ${top + 4})scale(1.125)" d="${glyph.path}"/>`;
  const paint = isThere ? `fill="${glyph.tint}" stroke="none"` : 'fill="none"';
  const cross = `M${left + 2} ${top + 2}l22 22m0-22l-22 22`;
  return (
    `<g id="${id}"><rect x="${-TEXT_X}" y="${-TEXT_Y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="8"/>` +
    `<rect x="${left}" y="${top}" width="${ICON}" height="${ICON}" rx="6" ${paint}/>${sign}` +
    `${look === 'gone' ? `<path class="cross" d="${cross}"/>` : ''}</g>`
  );
}
