import { type Box, type Palette, palette, type Size } from '@gcscope/picture';
import type { Brush } from './brush.ts';

/** A higher ratio costs up to four times the pixels for hardly more sharpness. */
const MOST_RATIO = 2;

/** Time for which the boxes of floating elements stay valid: measuring them in each frame would lay the page out each time. */
const FLOATS_MILLIS = 250;

/** A layer that we draw on. */
type Layer = 'behind' | 'above' | 'rings';

/**
 * The layers of a map in its host: the world behind, Cytoscape's cards, the writing on them, rings. The browser copies and
 * blends each layer in each frame, also an empty one, which without a GPU takes a millisecond: those that show nothing are hidden.
 */
export class MapCanvas {
  readonly host: HTMLElement;
  readonly #layers: Readonly<Record<Layer, HTMLCanvasElement>>;
  /** Cytoscape's container. */
  readonly cards: HTMLDivElement;
  /** Canvas px to a CSS px. */
  readonly ratio: number = Math.min(window.devicePixelRatio || 1, MOST_RATIO);
  colours: Palette = palette('light');
  #floats: readonly Box[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;
  #size: Size = { width: 0, height: 0 };

  constructor(host: HTMLElement) {
    this.host = host;
    this.cards = document.createElement('div');
    this.cards.className = 'map-cards';
    const [behind, above, rings] = [canvas('map-behind'), canvas('map-above'), canvas('map-above')];
    this.#layers = { behind, above, rings };
    this.hide('rings');
    host.append(behind, this.cards, above, rings);
    this.resize();
  }

  /** CSS px, as of the last `resize`: to ask the page would lay it out, several times in each frame. */
  get size(): Size {
    return this.#size;
  }

  /** The boxes that float over the map, CSS px from its corner; but for the chips of edges, which look for room among them. */
  floats(): readonly Box[] {
    const now = performance.now();
    if (now - this.#askedAt < FLOATS_MILLIS) return this.#floats;
    this.#askedAt = now;
    const corner = this.host.getBoundingClientRect();
    const floats = this.host.parentElement?.querySelectorAll('.floating:not(.edge-chip *)') ?? [];
    this.#floats = [...floats].map((float) => {
      const { x, y, width, height } = float.getBoundingClientRect();
      return { x: x - corner.x, y: y - corner.y, width, height };
    });
    return this.#floats;
  }

  /** Has the floating boxes measured anew: they have changed. */
  floatsChanged(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Follows the size of the host; the drawing is gone. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    this.#size = { width, height };
    for (const layer of Object.values(this.#layers)) {
      layer.width = Math.round(width * this.ratio);
      layer.height = Math.round(height * this.ratio);
    }
  }

  /** Brushes for the world behind the cards and for the writing on them: one layer for both while there are no cards. */
  brushes(hasCards: boolean, zoom: number, pan: Brush['pan']): readonly [Brush, Brush] {
    this.cards.classList.toggle('empty', !hasCards);
    const behind = this.brush('behind', zoom, pan);
    if (hasCards) return [behind, this.brush('above', zoom, pan)];
    this.hide('above');
    return [behind, behind];
  }

  /** A cleared layer to draw on, for a map that looks so. */
  brush(layer: Layer, zoom: number, pan: Brush['pan']): Brush {
    this.#layers[layer].classList.remove('empty');
    const context = this.#layers[layer].getContext('2d');
    if (!context) throw new Error('The browser gives no canvas to draw on.');
    const { width, height } = this.size;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // Contextual ligatures make another letter of an x between digits.
    context.textRendering = 'optimizeSpeed';
    return { context, colours: this.colours, zoom, pan, width, height };
  }

  /** Hides a layer with nothing on it. */
  hide(layer: 'above' | 'rings'): void {
    this.#layers[layer].classList.add('empty');
  }

  /** Takes the layers out of the host. */
  remove(): void {
    for (const layer of [...Object.values(this.#layers), this.cards]) layer.remove();
  }
}

function canvas(className: string): HTMLCanvasElement {
  const element = document.createElement('canvas');
  element.className = className;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
