import type { Mark } from '@gcscope/gc-core/wire';

/** The two themes; each is designed, neither is the other inverted. */
export type Theme = 'light' | 'dark';

/** Colours of a card, `#rrggbb`. `text`, `muted` and `sign` have 4.5 : 1 or more on `fill`. */
interface MarkColours {
  readonly fill: string;
  readonly stroke: string;
  /** The name. */
  readonly text: string;
  /** The second line. */
  readonly muted: string;
  /** The mark's sign and word. */
  readonly sign: string;
}

/** Every colour of a picture, `#rrggbb`. */
export interface Palette {
  readonly theme: Theme;
  readonly background: string;
  /** Text on `background` and on `frame.fill`. */
  readonly text: string;
  readonly muted: string;
  readonly frame: { readonly fill: string; readonly stroke: string; readonly text: string };
  /** Focus, selection, links: the one accent. */
  readonly accent: string;
  readonly edge: string;
  /** An edge that blocks the deletion of its owner. */
  readonly edgeBlocking: string;
  /** Wrong references: outline, edge and word. */
  readonly invalid: string;
  readonly amber: string;
  readonly red: string;
  readonly violet: string;
  /** Lines over a card that could not be verified. */
  readonly hatch: string;
  /** Letters and lines on a glyph's tint. */
  readonly glyph: string;
  readonly marks: Readonly<Record<Mark, MarkColours>>;
}

/** The palette of a theme; the same object every time. */
export function palette(theme: Theme): Palette {
  return theme === 'dark' ? DARK : LIGHT;
}

const LIGHT: Palette = {
  theme: 'light',
  background: '#f9fafc',
  text: '#1b2638',
  muted: '#526079',
  frame: { fill: '#f0f3f8', stroke: '#d3dbe7', text: '#46546b' },
  accent: '#1464c8',
  edge: '#94a3b8',
  edgeBlocking: '#56657d',
  invalid: '#b82a22',
  amber: '#8a5a00',
  red: '#b3261e',
  violet: '#6a35c9',
  hatch: '#c3ccd9',
  glyph: '#ffffff',
  marks: {
    calm: {
      fill: '#e1e9f3',
      stroke: '#b3c1d4',
      text: '#1b2638',
      muted: '#4c5a72',
      sign: '#4c5a72',
    },
    terminating: {
      fill: '#fdf0d0',
      stroke: '#cf9220',
      text: '#38280a',
      muted: '#6b5326',
      sign: '#8a5a00',
    },
    blocked: {
      fill: '#fde5e2',
      stroke: '#cc4238',
      text: '#43120e',
      muted: '#7a3a34',
      sign: '#b3261e',
    },
    goes: {
      fill: '#eee6fc',
      stroke: '#8658dd',
      text: '#28134f',
      muted: '#5b4683',
      sign: '#6a35c9',
    },
    virtual: {
      fill: '#f0f3f8',
      stroke: '#8593a8',
      text: '#3c4a60',
      muted: '#56637a',
      sign: '#56637a',
    },
    'not-verified': {
      fill: '#e9edf2',
      stroke: '#a2aebf',
      text: '#2b374b',
      muted: '#505d73',
      sign: '#505d73',
    },
    forgotten: {
      fill: '#d3efec',
      stroke: '#2b8a86',
      text: '#0e3533',
      muted: '#305c59',
      sign: '#13625f',
    },
    removed: {
      fill: '#e2e7ee',
      stroke: '#76849b',
      text: '#3c4a60',
      muted: '#505d73',
      sign: '#3c4a60',
    },
    gone: {
      fill: '#f0f3f8',
      stroke: '#c3ccd9',
      text: '#5a667a',
      muted: '#5f6b80',
      sign: '#5a667a',
    },
  },
};

const DARK: Palette = {
  theme: 'dark',
  background: '#0c121b',
  text: '#e4ebf5',
  muted: '#9dabc0',
  frame: { fill: '#121a26', stroke: '#263347', text: '#a7b5c9' },
  accent: '#6cabff',
  edge: '#51617a',
  edgeBlocking: '#94a5bf',
  invalid: '#ff7a6e',
  amber: '#f0b848',
  red: '#ff8a80',
  violet: '#bda2ff',
  hatch: '#36445a',
  glyph: '#ffffff',
  marks: {
    calm: {
      fill: '#1e2a3b',
      stroke: '#3a4b64',
      text: '#e4ebf5',
      muted: '#a2b0c5',
      sign: '#a2b0c5',
    },
    terminating: {
      fill: '#3a2c0e',
      stroke: '#c08a22',
      text: '#ffefcb',
      muted: '#dcc594',
      sign: '#f0b848',
    },
    blocked: {
      fill: '#421a19',
      stroke: '#dd574d',
      text: '#ffe3e0',
      muted: '#e8b3ae',
      sign: '#ff8a80',
    },
    goes: {
      fill: '#2b2047',
      stroke: '#8f6be6',
      text: '#ece4ff',
      muted: '#c4b4ea',
      sign: '#bda2ff',
    },
    virtual: {
      fill: '#121a26',
      stroke: '#66758d',
      text: '#c0ccdd',
      muted: '#94a2b8',
      sign: '#94a2b8',
    },
    'not-verified': {
      fill: '#1a2331',
      stroke: '#55647c',
      text: '#d3dce9',
      muted: '#a0aec3',
      sign: '#a0aec3',
    },
    forgotten: {
      fill: '#0f3332',
      stroke: '#3fa09b',
      text: '#d5f5f2',
      muted: '#9fcdc9',
      sign: '#74d3cc',
    },
    removed: {
      fill: '#1d2737',
      stroke: '#71819b',
      text: '#c0ccdd',
      muted: '#a0aec3',
      sign: '#c0ccdd',
    },
    gone: {
      fill: '#121a26',
      stroke: '#334157',
      text: '#93a0b4',
      muted: '#8c99ad',
      sign: '#93a0b4',
    },
  },
};
