import { type Palette, palette, type Theme } from '@gcscope/picture';
import { useSyncExternalStore } from 'react';
import { remember } from '../address/browser-storage.ts';
import { Memory } from './memory.ts';
import { isPrinting, onPrinting } from './printing.ts';

/** The user's choice; `system` follows the system's wish. */
export type ThemeChoice = Theme | 'system';

// The key that public/theme.js reads, too, before the first paint.
const STORAGE_KEY = 'gcscope.theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const lastChosen = new Memory<ThemeChoice>();

/** The remembered choice. */
function themeChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies the choice and remembers it. */
export function chooseTheme(choice: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') delete dataset.theme;
  else dataset.theme = choice;
  remember(STORAGE_KEY, choice === 'system' ? undefined : choice);
  lastChosen.set(choice);
}

/** The theme that is shown. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

/** The choice, for the switch. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** Gives style sheets the colours of the marks in both themes: like all others, they change at the moment the theme does. */
export function publishMarkColours(): void {
  const dark = markColours(palette('dark'));
  for (const [name, light] of markColours(palette('light'))) {
    const value = `light-dark(${light}, ${dark.get(name) ?? light})`;
    document.documentElement.style.setProperty(name, value);
  }
}

function markColours(colours: Palette): ReadonlyMap<string, string> {
  const ofMarks = Object.entries(colours.marks).flatMap(([mark, look]) => [
    [`--${mark}-fill`, look.fill] as const,
    [`--${mark}-stroke`, look.stroke] as const,
    [`--${mark}-sign`, look.sign] as const,
  ]);
  return new Map([
    ...ofMarks,
    ['--wrong-sign', colours.invalid],
    ['--amber', colours.amber],
    ['--red', colours.red],
    ['--violet', colours.violet],
  ]);
}

function currentTheme(): Theme {
  // Paper is white.
  if (isPrinting()) return 'light';
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return systemIsDark.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  systemIsDark.addEventListener('change', listener);
  const forget = [onPrinting(listener), lastChosen.subscribe(listener)];
  return () => {
    systemIsDark.removeEventListener('change', listener);
    for (const each of forget) each();
  };
}
