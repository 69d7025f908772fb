/** The text is no debug graph; the message says what is wrong, beginning with the line (from 1), and what to do. */
export class DotSyntaxError extends Error {
  override readonly name = 'DotSyntaxError';
  readonly line: number;

  constructor(line: number, problem: string) {
    super(
      `Line ${line}: ${problem} Only what the collector printed can be read: fetch it again, whole.`,
    );
    this.line = line;
  }
}

/** A piece of DOT text: a mark such as `{` or `->`, a word, a number, or a quoted string with its value. */
export interface DotToken {
  readonly type: 'mark' | 'word' | 'number' | 'string' | 'end';
  /** The value of a string, the text of anything else. */
  readonly text: string;
  /** Line on which it begins. */
  readonly line: number;
  /** Line on which it ends, of a string. */
  readonly lastLine: number;
}

const SPACE = /[ \t\r\n]+|\/\/[^\n]*/y;
const PLAIN_TOKEN = /(?<mark>->|[{}[\];,=])|(?<number>\d+)|(?<word>[A-Za-z_]\w*)/y;
const UNESCAPED = /[^"\\\n]+/y;
const ESCAPE =
  /\\(?:(?<short>["\\abfnrtv])|x(?<byte>[\da-fA-F]{2})|u(?<four>[\da-fA-F]{4})|U(?<eight>[\da-fA-F]{8}))/y;

/** The beginning of an escape at the end of the text. */
const CUT_ESCAPE = /\\(?:x[\da-fA-F]?|u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7})?$/y;

const SHORT_ESCAPES = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Reads DOT text token by token, each character once. */
export class DotScanner {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #peeked: DotToken | undefined;

  constructor(text: string) {
    this.#text = text;
    // Saved by some programs, the text begins with a byte order mark.
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  /** The next token, which stays the next. */
  peek(): DotToken {
    this.#peeked ??= this.#read();
    return this.#peeked;
  }

  /** The next token. */
  next(): DotToken {
    const token = this.peek();
    this.#peeked = undefined;
    return token;
  }

  #read(): DotToken {
    for (let space = this.#match(SPACE); space; space = this.#match(SPACE)) {
      this.#line += space[0].split('\n').length - 1;
    }
    const line = this.#line;
    if (this.#at >= this.#text.length)
      return { type: 'end', text: 'the end', line, lastLine: line };
    if (this.#text[this.#at] === '"') {
      const text = this.#string();
      return { type: 'string', text, line, lastLine: this.#line };
    }
    const match = this.#match(PLAIN_TOKEN);
    if (!match) throw new DotSyntaxError(line, `unexpected ${JSON.stringify(this.#rest())}.`);
    const { mark, number } = match.groups ?? {};
    const type = mark === undefined ? (number === undefined ? 'word' : 'number') : 'mark';
    return { type, text: match[0], line, lastLine: line };
  }

  /** A string as Go quotes it; line breaks inside are kept, as the labels of 1.12 to 1.25 have them. */
  #string(): string {
    const line = this.#line;
    const parts: string[] = [];
    this.#at++;
    for (;;) {
      parts.push(this.#match(UNESCAPED)?.[0] ?? '');
      const stop = this.#text[this.#at];
      if (stop === undefined || this.#match(CUT_ESCAPE))
        throw new DotSyntaxError(line, 'this string does not end.');
      if (stop === '\\') {
        parts.push(this.#escape());
        continue;
      }
      this.#at++;
      if (stop === '"') return parts.join('');
      this.#line++;
      parts.push('\n');
    }
  }

  #escape(): string {
    const match = this.#match(ESCAPE);
    const { short, byte, four, eight } = match?.groups ?? {};
    const code = Number.parseInt(byte ?? four ?? eight ?? '', 16);
    if (short !== undefined) return SHORT_ESCAPES.get(short) ?? this.#unknownEscape();
    // A byte that is no UTF-8 becomes a lone surrogate, which no valid text holds, and is printed as the byte again.
    if (byte !== undefined) return String.fromCharCode(code < 0x80 ? code : 0xdc00 + code);
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    if (Number.isNaN(code) || code > 0x10_ffff || surrogate) return this.#unknownEscape();
    return String.fromCodePoint(code);
  }

  #unknownEscape(): never {
    throw new DotSyntaxError(this.#line, 'unknown escape after a backslash.');
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  /** What stands here, short enough for a message. */
  #rest(): string {
    return this.#text.slice(this.#at, this.#at + 20).split('\n', 1)[0] ?? '';
  }
}
