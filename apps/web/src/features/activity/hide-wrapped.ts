/**
 * Hides the items of a list that do not fit in its first line, also from keyboards and screen readers, and follows the width of
 * the list and of its items. Returns how to stop.
 */
export function hideWrapped(list: HTMLElement): () => void {
  const items = [...list.children].filter((each) => each instanceof HTMLElement);
  const mark = (): void => {
    const first = items[0]?.offsetTop ?? 0;
    for (const item of items) item.toggleAttribute('data-wrapped', item.offsetTop > first);
  };
  const observer = new ResizeObserver(mark);
  for (const each of [list, ...items]) observer.observe(each);
  mark();
  return () => observer.disconnect();
}
