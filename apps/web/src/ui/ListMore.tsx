import { formatCount } from '@gcscope/gc-core/wire';
import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import { flushSync } from 'react-dom';

export interface ListMoreProps {
  /** Numbers of listed items, and of all. */
  readonly listed: number;
  readonly total: number;
  /** Word for the items: `objects`. */
  readonly what: string;
  /** Number of items that a press adds. */
  readonly page: number;
  readonly onMore: () => void;
}

/** Right below a shortened list: counts the rest, and a button shows more of it. Without a mouse, the first that is new has the focus. */
export function ListMore({ listed, total, what, page, onMore }: ListMoreProps): ReactNode {
  const place = useRef<HTMLParagraphElement>(null);
  if (total <= listed) return null;
  const showMore = (isByMouse: boolean): void => {
    const list = place.current?.previousElementSibling ?? null;
    const before = rowsOf(list).length;
    flushSync(onMore);
    if (!isByMouse) focusOn(rowsOf(list)[before]);
  };
  return (
    <p className="wraps list-more" ref={place}>
      {formatCount(listed)} of {formatCount(total)} {what} shown.
      <Button
        className="button"
        onPress={({ pointerType }) => showMore(['mouse', 'touch', 'pen'].includes(pointerType))}
      >
        Show {Math.min(page, total - listed)} more
      </Button>
    </p>
  );
}

function rowsOf(list: Element | null): ArrayLike<Element> {
  if (list instanceof HTMLTableElement) return list.tBodies[0]?.rows ?? [];
  return list?.matches('ul, ol') ? list.children : [];
}

/** Focuses the link of a row rather than a box before that; a row of text takes the focus itself. */
function focusOn(row: Element | undefined): void {
  const stop =
    row?.querySelector<HTMLElement>('a[href]') ??
    row?.querySelector<HTMLElement>('button, input, summary');
  if (stop) stop.focus();
  else if (row instanceof HTMLElement) {
    row.tabIndex = -1;
    row.focus();
  }
}
