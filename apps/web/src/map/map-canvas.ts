import { type Box, type Palette, palette } from '@gcscope/picture';
import type { Brush } from './paint.ts';
import type { Size } from './start-camera.ts';

/** More than this costs four times the pixels for an eye's worth of sharpness. */
const MOST_RATIO = 2;

/** The layers of a map in its host: the world behind, Cytoscape's cards, what is written on them, rings. */
export class MapCanvas {
  readonly host: HTMLElement;
  readonly #behind: HTMLCanvasElement;
  readonly #above: HTMLCanvasElement;
  readonly #rings: HTMLCanvasElement;
  /** Cytoscape's container. */
  readonly cards: HTMLDivElement;
  /** Canvas px to a CSS px. */
  readonly ratio: number = Math.min(window.devicePixelRatio || 1, MOST_RATIO);
  colours: Palette = palette('light');

  constructor(host: HTMLElement) {
    this.host = host;
    this.#behind = canvas('map-behind');
    this.cards = document.createElement('div');
    this.cards.className = 'map-cards';
    this.#above = canvas('map-above');
    this.#rings = canvas('map-above');
    host.append(this.#behind, this.cards, this.#above, this.#rings);
    this.resize();
  }

  /** CSS px. */
  get size(): Size {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** What floats over the map, CSS px from its corner; but for the chips of edges, which look for room among it. */
  floats(): readonly Box[] {
    const corner = this.host.getBoundingClientRect();
    const floats = this.host.parentElement?.querySelectorAll('.floating:not(.edge-chip)') ?? [];
    return [...floats].map((float) => {
      const { x, y, width, height } = float.getBoundingClientRect();
      return { x: x - corner.x, y: y - corner.y, width, height };
    });
  }

  /** Follows the size of the host; what was drawn is gone. */
  resize(): void {
    const { width, height } = this.size;
    for (const layer of [this.#behind, this.#above, this.#rings]) {
      layer.width = Math.round(width * this.ratio);
      layer.height = Math.round(height * this.ratio);
    }
  }

  /** A cleared layer to draw on, for a map that looks so. */
  brush(layer: 'behind' | 'above' | 'rings', zoom: number, pan: Brush['pan']): Brush {
    const canvases = { behind: this.#behind, above: this.#above, rings: this.#rings };
    const context = canvases[layer].getContext('2d');
    if (!context) throw new Error('The browser gives no canvas to draw on.');
    const { width, height } = this.size;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // Contextual ligatures make another letter of an x between digits.
    context.textRendering = 'optimizeSpeed';
    return { context, colours: this.colours, zoom, pan, width, height };
  }

  /** Takes the layers out of the host. */
  remove(): void {
    for (const layer of [this.#behind, this.cards, this.#above, this.#rings]) layer.remove();
  }
}

function canvas(className: string): HTMLCanvasElement {
  const element = document.createElement('canvas');
  element.className = className;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
