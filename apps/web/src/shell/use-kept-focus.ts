import { useEffect, useRef } from 'react';

/** Parts of a page that people know by name: within one the focus goes to the nearest stop. */
const PARTS = 'section, aside, nav, main, header, search, [role=toolbar], [role=dialog]';
/** Elements that the Tab key or an arrow key reaches. */
const STOPS = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((each) => `${each}:not(:disabled, [tabindex="-1"])`)
  .join();

/** An element with its former neighbours. */
interface Place {
  readonly element: Element;
  readonly before: Element | null;
  readonly after: Element | null;
}

/**
 * When the element with the focus is removed, disabled or hidden, the browser drops the focus, and the next Tab begins at the top
 * of the page. Then its neighbour takes the focus; `onLost` is called if its whole part of the page is gone.
 */
export function useKeptFocus(onLost: () => void): void {
  const lost = useRef(onLost);
  lost.current = onLost;
  useEffect(() => keepFocus(() => lost.current()), []);
}

/** Returns the function that ends this. */
function keepFocus(onLost: () => void): () => void {
  /** The element with the focus, then those around it. */
  let places: readonly Place[] = [];
  let frame = 0;
  const isLost = (): boolean => {
    const [focused] = places;
    return focused !== undefined && document.activeElement === document.body && !isUsable(focused);
  };
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof Element) places = placesAround(target);
  };
  const restore = (): void => {
    if (!isLost()) return;
    nextTo(places)?.focus({ preventScroll: true });
    if (document.activeElement === document.body) onLost();
  };
  const restoreSoon = (): void => {
    if (!isLost()) return;
    cancelAnimationFrame(frame);
    // A closed dialog gives the focus back by itself within a frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
  };
  // A click beside it lets go of the focus on purpose. Whether the element was removed is known a moment later. Chromium drops the
  // focus of a disabled or hidden element when it draws, long after the observer has run.
  const release = (): void =>
    queueMicrotask(() => {
      if (isLost()) restoreSoon();
      else if (document.activeElement === document.body) places = [];
    });
  const observer = new MutationObserver(restoreSoon);
  observer.observe(document.body, {
    attributeFilter: ['disabled'],
    childList: true,
    subtree: true,
  });
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', release);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', release);
  };
}

function isUsable({ element }: Place): boolean {
  return element.isConnected && !element.matches(':disabled') && isShown(element);
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function placesAround(focused: Element): readonly Place[] {
  const places: Place[] = [];
  for (let element: Element | null = focused; element; element = element.parentElement) {
    const { previousElementSibling: before, nextElementSibling: after } = element;
    places.push({ element, before, after });
  }
  return places;
}

/** The nearest stop in the part of the page that is left: in a map the map itself. */
function nextTo(places: readonly Place[]): HTMLElement | undefined {
  const left = Math.max(
    1,
    places.findIndex(({ element }) => element.isConnected),
  );
  const part = places.findIndex(({ element }, at) => at >= left && element.matches(PARTS));
  const within = places[part]?.element;
  if (!within) return undefined;
  const map = within.querySelector<HTMLElement>('[role=application]');
  if (map) return map;
  const near = places.slice(left - 1, part).flatMap(({ element, before, after }, at) => {
    // The neighbours of the removed element, and those of its ancestors.
    const beside = at === 0 ? { before, after } : besides(element);
    return [stopsIn(beside.after)[0], stopsIn(beside.before).at(-1)];
  });
  return near.find((each) => each !== undefined) ?? stopsIn(within)[0];
}

function besides(element: Element): Pick<Place, 'before' | 'after'> {
  return { before: element.previousElementSibling, after: element.nextElementSibling };
}

function stopsIn(element: Element | null): readonly HTMLElement[] {
  if (!element?.isConnected) return [];
  const inside = [...element.querySelectorAll<HTMLElement>(STOPS)];
  const stops =
    element instanceof HTMLElement && element.matches(STOPS) ? [element, ...inside] : inside;
  return stops.filter(isShown);
}
