import { formatCount } from '@gcscope/gc-core/wire';
import { drawView } from '@gcscope/picture';
import type { ReactNode } from 'react';
import { usePrinting } from './printing.ts';
import type { ViewToSave } from './save-view.ts';

/** The most objects of a picture that can be read on a sheet. */
const MOST_OBJECTS = 2000;

/** The picture of a view in place of its map, on paper alone. */
export function PrintedPicture({ toSave }: { readonly toSave: () => ViewToSave }): ReactNode {
  if (!usePrinting()) return null;
  const { records, stacks, ...view } = toSave();
  if (records.length === 0) return null;
  if (records.length > MOST_OBJECTS) {
    return (
      <p className="printed-note">
        {`The picture of ${formatCount(records.length)} objects is not printed: it would be too small to read. Filter the view to at most ${formatCount(MOST_OBJECTS)} objects, or save it as SVG.`}
      </p>
    );
  }
  // The page's security policy allows a style sheet within a picture, not within the page.
  const svg = encodeURIComponent(drawView(records, view, { theme: 'light', stacks }));
  return <img className="printed-picture" src={`data:image/svg+xml,${svg}`} alt={view.title} />;
}
