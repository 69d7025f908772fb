import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/**
 * What a person would call broken on the screen as it is: parts that have to be moved sideways, controls beyond an edge, text
 * that is cut without a sign, words of prose that are broken in two. One line for each.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element): string =>
      `${element.localName}.${element.getAttribute('class') ?? ''} “${element.textContent?.trim().slice(0, 60)}”`;
    const isShown = (element: Element): boolean =>
      element.checkVisibility() &&
      // Some words are for screen readers alone.
      element.getBoundingClientRect().width > 1 &&
      !element.closest('[aria-hidden=true], svg');
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX);

    // Code alone may be wider than the screen: its lines mean something.
    const sideways = [...document.querySelectorAll('*:not(pre)')].filter(
      (element) =>
        (scrolls(element) || element === document.documentElement) &&
        element.scrollWidth > element.clientWidth,
    );

    const beyond = [...document.querySelectorAll('a, button, input, select, summary')].filter(
      (element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // The skip link is there for the keyboard.
        if (width < 2 || !isShown(element) || element.matches('.skip-link')) return false;
        return left < -1 || right > document.documentElement.clientWidth + 1;
      },
    );

    const cut = [...document.querySelectorAll('body *')].filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      return (
        hasText &&
        isShown(element) &&
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      );
    });

    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      // Names and kinds may be of any length.
      if (
        !element ||
        element.closest('.name, .relative-name, .relative-kind, code, .mono, .cluster, script') ||
        !isShown(element)
      )
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![\w.\-/])[A-Za-z]{2,30}(?![\w.\-/])/g,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) {
          broken.push(`broken word “${word}” in ${nameOf(element)}`);
        }
      }
    }
    return [
      ...sideways.map((element) => `moves sideways: ${nameOf(element)}`),
      ...beyond.map((element) => `beyond an edge: ${nameOf(element)}`),
      ...cut.map((element) => `cut: ${nameOf(element)}`),
      ...broken,
    ];
  });
}

/** Nothing of the page is broken at its size, once it has had time to take it. */
export async function expectToFit(page: Page): Promise<void> {
  await expect.poll(() => layoutFaults(page)).toEqual([]);
}
