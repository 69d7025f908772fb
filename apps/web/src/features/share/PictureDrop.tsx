import './share.css';
import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useGo } from '../../address/navigation.tsx';
import { openPicture } from './open-picture.ts';

/** Opens a file that is dropped anywhere on the page, and says so while it is held above. */
export function PictureDrop(): ReactNode {
  const go = useGo();
  const [held, setHeld] = useState(false);
  const latest = useRef(go);
  latest.current = go;

  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      // Another drop target on the page has taken the file.
      const isOurs = !event.defaultPrevented && event.dataTransfer?.types.includes('Files');
      setHeld(isOurs === true);
      // Otherwise the browser would open the file in place of the page.
      if (isOurs) event.preventDefault();
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setHeld(false);
    };
    const onDrop = (event: DragEvent): void => {
      setHeld(false);
      const file = event.defaultPrevented ? undefined : event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void openPicture(file).then(() => latest.current({}, { page: 'picture' }));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  return held ? (
    <p className="picture-drop floating">
      <FileUp size={18} aria-hidden /> Drop a saved SVG picture to open it
    </p>
  ) : null;
}
