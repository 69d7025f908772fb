import { drawNode } from '@gcscope/picture';
import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView } from '../navigation.tsx';
import { useTheme } from '../ui/theme.ts';
import type { NodeView } from './node-view.ts';
import { pictureOfNode } from './picture-of-node.ts';

/** Saves the node at the moment that is looked at as a picture; nothing leaves the page. */
export function SaveSvg({ view }: { readonly view: NodeView }): ReactNode {
  const { moment } = useView();
  const theme = useTheme();
  return (
    <button
      type="button"
      className="button"
      onClick={() =>
        saveFile(`${fileName(view.name)}.svg`, drawNode(pictureOfNode(view, moment), { theme }))
      }
    >
      <Image size={14} aria-hidden /> SVG
    </button>
  );
}

/** A name comes from a file or a cluster: of it what every system takes in a file's name. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[-.]+/, '')
      .slice(0, 80) || 'node'
  );
}

function saveFile(name: string, svg: string): void {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
