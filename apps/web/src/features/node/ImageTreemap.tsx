import { formatBytes } from '@gcscope/gc-core/wire';
import { type Box, treemap } from '@gcscope/picture';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import type { ImageItem } from '../../worker/node-messages.ts';
import { shortId } from './describe-decision.ts';
import type { PlanOf } from './item-plan.ts';

export interface ImageTreemapProps {
  /** The largest first. */
  readonly images: readonly ImageItem[];
  readonly planOf: PlanOf;
  /** Keys of images that a container uses. */
  readonly inUse: ReadonlySet<string>;
}

const HEIGHT = 220;
const GAP = 2;
/** More would be too small to see; the table lists all. */
const MOST = 150;
/** Width and height in px that a name or a size needs. */
const ROOM = { name: [56, 24], size: [64, 44] } as const;

/** Images as areas by size; those that go or are gone have a sign and a word. */
export function ImageTreemap({ images, planOf, inUse }: ImageTreemapProps): ReactNode {
  const { selected } = useView();
  const go = useGo();
  const select = (key: string): void =>
    go({ selected: selected === key ? undefined : key }, undefined, { replace: true });
  const box = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = images.slice(0, MOST);
  const tiles = tilesOf(shown, width);
  const part = (length: number): string => `${(100 * length) / width}%`;
  return (
    <>
      <ul ref={box} className="treemap" aria-label="Images by size, as areas">
        {shown.map((image, index) => {
          const tile = tiles[index];
          if (!tile) return null;
          const { x, y, width: w, height: h } = tile;
          const { state, isCurrent } = planOf(image);
          const fits = ([least, high]: readonly [number, number]): boolean =>
            w >= least && h >= high;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a runtime may list an id twice.
              key={`${image.key} ${index}`}
              className="image-tile"
              data-state={state}
              data-selected={selected === image.key ? '' : undefined}
              data-current={isCurrent ? '' : undefined}
              // Shares of the width: paper is not as wide as the screen.
              style={{ left: part(x), top: y, width: part(w), height: h }}
            >
              <button
                type="button"
                className="plain-button image-tile-link"
                aria-pressed={selected === image.key}
                onClick={() => select(image.key)}
                title={`${image.name}\n${formatBytes(image.size)}, ${tileWord(image, state, inUse)}`}
              >
                <span className="hidden-visually">
                  {image.name}, {formatBytes(image.size)}, {tileWord(image, state, inUse)}
                </span>
                {fits(ROOM.name) && (
                  <span className="image-tile-name" aria-hidden="true">
                    {(state === 'goes' || state === 'gone') && <StateSign state={state} />}
                    <span className="cut">{shortName(image.name)}</span>
                  </span>
                )}
                {fits(ROOM.size) && (
                  <span className="image-tile-size cut" aria-hidden="true">
                    {formatBytes(image.size)} · {tileWord(image, state, inUse)}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {images.length > MOST && (
        <p className="soft">The {MOST} largest are drawn; the table has all of them.</p>
      )}
    </>
  );
}

function tileWord({ key, pinned }: ImageItem, state: string, inUse: ReadonlySet<string>): string {
  if (state === 'goes' || state === 'gone') return state;
  if (pinned) return 'pinned';
  return inUse.has(key) ? 'in use' : state === 'open' ? 'unused' : 'stays';
}

/** Image names differ at their end. */
function shortName(name: string): string {
  return shortId(name.split('/').at(-1) ?? name);
}

function tilesOf(images: readonly ImageItem[], width: number): readonly Box[] {
  if (width === 0) return [];
  const total = images.reduce((sum, { size }) => sum + size, 0);
  // An image without a size still gets a thin tile.
  const least = total === 0 ? 1 : total / 400;
  const weights = images.map(({ size }) => Math.max(size, least));
  return treemap(weights, { width, height: HEIGHT, gap: GAP });
}
