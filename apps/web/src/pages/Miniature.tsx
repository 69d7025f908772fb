import { absentIn, type SceneSummary } from '@gcscope/gc-core/wire';
import { drawNodeMiniature, layout, rowsOf, writeSvg } from '@gcscope/picture';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { pictureOfNode } from '../features/node/picture-of-node.ts';
import { useNode } from '../features/node/use-node.ts';
import { useTheme } from '../ui/theme.ts';
import type { PlayerClient } from '../worker/player-client.ts';
import { momentQuery } from '../worker/use-player-client.ts';
import { isOnNode } from './chapters.ts';

export interface MiniatureProps {
  readonly client: PlayerClient;
  readonly scene: SceneSummary;
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
  const Picture = isOnNode(scene) ? NodeMiniature : MapMiniature;
  return (
    <span ref={box} className="miniature">
      {near && <Picture client={client} scene={scene} />}
    </span>
  );
}

/** The moment of the scene that shows most. */
function MapMiniature({ client, scene }: MiniatureProps): ReactNode {
  const theme = useTheme();
  const { data } = useQuery(momentQuery(client, scene.name));
  const svg = useMemo(() => {
    if (!data) return undefined;
    const rows = rowsOf(data.records, absentIn(data));
    return writeSvg(rows, layout(rows), { theme, title: '', bare: true });
  }, [data, theme]);
  return <Svg svg={svg} />;
}

/** The node at the beginning, with what the kubelet will remove. */
function NodeMiniature({ client, scene: { name } }: MiniatureProps): ReactNode {
  const theme = useTheme();
  const { data } = useNode(client, { source: { type: 'scene', name }, changes: { settings: {} } });
  const svg = useMemo(
    () => data && drawNodeMiniature(pictureOfNode(data, undefined), { theme }),
    [data, theme],
  );
  return <Svg svg={svg} />;
}

function Svg({ svg }: { readonly svg: string | undefined }): ReactNode {
  if (svg === undefined) return null;
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" loading="lazy" />;
}
