import type { Box, Frame, Layout, Point, Size } from '@gcscope/picture';
import type { Camera, NamespaceCamera, Place, WholeNamespace } from '../../address/view-search.ts';
import { namedCamera, wholeNamespaceCamera } from './start-camera.ts';

/** A place as the address tells it: from the namespace in the middle of the view, or the nearest one. */
export function fromNamespace(camera: Place, layout: Layout): Place {
  if ('namespace' in camera) return camera;
  const nearest = nearestFrame(camera, layout);
  if (!nearest) return camera;
  const { x, y, namespace } = nearest;
  return { ...camera, namespace, x: camera.x - x, y: camera.y - y };
}

/** The namespace in the middle of a view, or the nearest one; `undefined` if there is none. */
export function nearestNamespace({ x, y, width, height }: Box, layout: Layout): string | undefined {
  return nearestFrame({ x: x + width / 2, y: y + height / 2 }, layout)?.namespace;
}

function nearestFrame(at: Point, { namespaces }: Layout): Frame | undefined {
  const [nearest] = namespaces
    .map((frame) => ({ frame, away: distance(at, frame) }))
    .sort((a, b) => a.away - b.away);
  return nearest?.frame;
}

/** The camera on a place in a namespace as it stands now; `undefined` if the namespace is not there. */
export function cameraIn(
  layout: Layout,
  place: NamespaceCamera | WholeNamespace,
  size: Size,
): Camera | undefined {
  if (!('zoom' in place)) return wholeNamespaceCamera(layout, place.namespace, size);
  const frame = layout.namespaces.find(({ namespace }) => namespace === place.namespace);
  return frame && { x: frame.x + place.x, y: frame.y + place.y, zoom: place.zoom };
}

/** The camera near enough that owners in a whole namespace have names: at the `problems` in it, the worst first. */
export function namedCameraIn(
  layout: Layout,
  place: NamespaceCamera | WholeNamespace,
  size: Size,
  problems: (namespace: string) => readonly Point[],
): Camera | undefined {
  const { namespace } = place;
  const camera = cameraIn(layout, place, size);
  const frame = layout.namespaces.find((each) => each.namespace === namespace);
  if (!camera || !frame || 'zoom' in place) return camera;
  return namedCamera(camera, layout, frame, problems(namespace), size);
}

/** Distance from a point to a box; 0 in it. */
function distance({ x, y }: Point, box: Box): number {
  return Math.hypot(
    Math.max(box.x - x, 0, x - box.x - box.width),
    Math.max(box.y - y, 0, y - box.y - box.height),
  );
}
