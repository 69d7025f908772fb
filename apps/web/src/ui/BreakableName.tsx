import { visibleText } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { shorten } from './shorten.ts';

const AFTER_SIGN = /(?<=[-./])/;
const AFTER_WORD = /(?<=[a-z])(?=[A-Z])|(?<=[-./])/;

/** A name where there is little room, as that of a kind: it breaks between its words, too, `PersistentVolume` and `Claim`. */
export function BreakableName({ name }: { readonly name: string }): ReactNode {
  return withBreaks(shorten(visibleText(name)), AFTER_WORD);
}

/** A name or a path that breaks after a slash, a dot or a hyphen. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  return withBreaks(text, AFTER_SIGN);
}

/** Letters of a name that fit on each line, also on that of a small phone. */
const WHOLE = 30;

/** A name in a sentence: it breaks after a slash if it is long, and elsewhere only if a part between slashes is. */
export function WholeName({ text }: { readonly text: string }): ReactNode {
  const parts = text.length <= WHOLE ? [text] : text.split(/(?<=\/)/);
  let at = 0;
  return parts.map((part) => {
    const start = at;
    at += part.length;
    return (
      <Fragment key={start}>
        {start > 0 && <wbr />}
        {part.length <= WHOLE ? (
          <span className="one-piece">{part}</span>
        ) : (
          <Breakable text={part} />
        )}
      </Fragment>
    );
  });
}

/** A key that breaks between its words, and a value that stays with the last of them. */
export function KeyAndValue({
  name,
  value,
}: {
  readonly name: string;
  readonly value: string;
}): ReactNode {
  const words = name.split(AFTER_WORD);
  const last = words.pop();
  return (
    <>
      {withBreaks(words.join(''), AFTER_WORD)}
      {words.length > 0 && <wbr />}
      <span className="one-piece">
        {last}
        {value}
      </span>
    </>
  );
}

const BEFORE_OPTION = /(?=--[a-z])|(?<=--[a-z-]+)(?![a-z-])/;

/** A sentence whose options, such as `--request-timeout`, stay on one line each. */
export function WholeOptions({ text }: { readonly text: string }): ReactNode {
  let at = 0;
  return text.split(BEFORE_OPTION).map((part) => {
    const start = at;
    at += part.length;
    return part.startsWith('--') ? (
      <span key={start} className="one-piece">
        {part}
      </span>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    );
  });
}

function withBreaks(text: string, places: RegExp): ReactNode {
  let at = 0;
  return text.split(places).map((part) => {
    const start = at;
    at += part.length;
    return (
      <Fragment key={start}>
        {start > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
