import { drawNode } from '@gcscope/picture';
import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { savePicture } from '../../ui/save-file.ts';
import { useTheme } from '../../ui/theme.ts';
import type { NodeView } from '../../worker/node-messages.ts';
import { pictureOfNode } from './picture-of-node.ts';

/** Saves the node at the moment that is looked at as a picture; nothing leaves the page. */
export function SaveSvg({ view }: { readonly view: NodeView }): ReactNode {
  const { moment } = useView();
  const theme = useTheme();
  return (
    <button
      type="button"
      className="button"
      onClick={() => savePicture(view.name, drawNode(pictureOfNode(view, moment), { theme }))}
    >
      <Image size={14} aria-hidden /> SVG
    </button>
  );
}
