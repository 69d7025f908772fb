import type { Point } from '@gcscope/picture';
import type { Place } from '../../address/view-search.ts';
import type { Missing } from './zoom-around.ts';

/** Events of a view, and its questions to the map. */
export interface ViewportEvents {
  /** The user has stopped moving the map: gets the camera, or the place that the view is back at; `undefined` if that is a fit. */
  readonly onRest: (place: Place | undefined) => void;
  /** A move has come to its end. */
  readonly onArrive: () => void;
  readonly missing?: Missing;
  /** Returns the places of problems in a namespace, or anywhere, the worst first. */
  readonly problems?: (namespace?: string) => readonly Point[];
}
