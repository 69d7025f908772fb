import './images.css';
import { formatAge, formatBytes } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useView } from '../../address/navigation.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import type { ImageItem, NodeView } from '../../worker/node-messages.ts';
import type { PartProps } from './Containers.tsx';
import { shortId } from './describe-decision.ts';
import { ImageTreemap } from './ImageTreemap.tsx';
import { ItemName, PlanState, Why } from './ItemRow.tsx';
import { leftOf, type PlanOf } from './item-plan.ts';

/** Rows shown at first; a button with their count shows more. */
const PAGE = 50;

/** Images as areas by size, and as a table. */
export function Images({ view, planOf }: PartProps): ReactNode {
  const { images } = view;
  const bySize = images.toSorted((a, b) => b.size - a.size);
  const [shown, more] = useShortened(bySize, 'images', PAGE);
  const inUse = useMemo(() => usedIds(view, planOf), [view, planOf]);
  const left = leftOf(images, planOf);
  const total = left.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <h2>
        Images{' '}
        <span className="soft">
          {left.length}, {formatBytes(total)} as reported by the runtime
        </span>
      </h2>
      {images.length === 0 ? (
        <p className="soft">This node has no images.</p>
      ) : (
        <>
          <ImageTreemap images={bySize} planOf={planOf} inUse={inUse} />
          <table className="images">
            <caption className="hidden-visually">Images by size</caption>
            <thead className="hidden-when-narrow">
              <tr>
                <th scope="col">Outcome</th>
                <th scope="col">Image</th>
                <th scope="col">Size</th>
                <th scope="col">Used</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((image, index) => (
                <ImageRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a runtime may list an id twice.
                  key={`${image.key} ${index}`}
                  view={view}
                  planOf={planOf}
                  image={image}
                  isUsed={inUse.has(image.key)}
                />
              ))}
            </tbody>
          </table>
          {more}
        </>
      )}
    </>
  );
}

interface ImageRowProps extends PartProps {
  readonly image: ImageItem;
  readonly isUsed: boolean;
}

function ImageRow({ view, planOf, image, isUsed }: ImageRowProps): ReactNode {
  const { selected } = useView();
  const plan = planOf(image);
  const isSelected = selected === image.key;
  return (
    <tr
      data-state={plan.state}
      data-selected={isSelected ? '' : undefined}
      aria-current={plan.isCurrent ? 'step' : undefined}
    >
      <td>
        <PlanState plan={plan} />
      </td>
      <th scope="row">
        <ItemName itemKey={image.key} title={image.id}>
          <BrokenName name={shortId(image.name)} />
        </ItemName>
        {image.tags.length > 1 && <span className="soft"> +{image.tags.length - 1} tags</span>}
        {image.pinned && <span className="image-pin">pinned</span>}
      </th>
      <td className="image-size">{formatBytes(image.size)}</td>
      <td className="soft">{isUsed ? 'in use' : lastUseOf(image)}</td>
      <td>
        <Why view={view} item={image} plan={plan} />
      </td>
    </tr>
  );
}

/** A name that may wrap between its parts. */
function BrokenName({ name }: { readonly name: string }): ReactNode {
  return name.split(/(?<=[/@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place.
    <span key={at}>
      {at > 0 && <wbr />}
      {part}
    </span>
  ));
}

/** Keys of images that a remaining container uses. */
function usedIds({ containers, images }: NodeView, planOf: PlanOf): ReadonlySet<string> {
  const left = new Set(leftOf(containers, planOf).map(({ id }) => id));
  return new Set(
    images.filter(({ usedBy }) => usedBy.some((id) => left.has(id))).map(({ key }) => key),
  );
}

/** Describes the last use of an image, if known. */
function lastUseOf({ usedBy, lastUsed }: ImageItem): string {
  if (usedBy.length > 0) return 'until its container is removed';
  if (lastUsed === undefined) return 'unknown';
  return lastUsed === 'never' ? 'never' : `${formatAge(lastUsed)} ago`;
}
