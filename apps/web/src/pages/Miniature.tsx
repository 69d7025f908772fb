import { layout, rowsOf, writeSvg } from '@gcscope/picture';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '../ui/theme.ts';
import type { PlayerClient } from '../worker/player-client.ts';
import { momentQuery } from '../worker/use-player-client.ts';

export interface MiniatureProps {
  readonly client: PlayerClient;
  readonly scene: string;
}

/** A small picture of a scene, once it is near the view. Decorative: the title stands beside it. */
export function Miniature({ client, scene }: MiniatureProps): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const theme = useTheme();
  const { data } = useQuery({ ...momentQuery(client, scene), enabled: near });
  const svg = useMemo(() => {
    if (!data) return undefined;
    const rows = rowsOf(data.records, new Set(data.gone));
    return writeSvg(rows, layout(rows), { theme, title: '', bare: true });
  }, [data, theme]);
  return (
    <span ref={box} className="miniature">
      {svg !== undefined && (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" loading="lazy" />
      )}
    </span>
  );
}
