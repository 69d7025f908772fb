import type { ReactNode } from 'react';
import { useGo, useView } from '../address/navigation.tsx';
import { DEFAULT_DEPTH, MAX_DEPTH } from '../address/view-search.ts';

const DEPTHS = [1, 2, 3, 5, MAX_DEPTH] as const;

/** How many levels of owners and dependents the map of an object shows. */
export function DepthChoice(): ReactNode {
  const go = useGo();
  const depth = useView().depth ?? DEFAULT_DEPTH;
  return (
    <label className="depth">
      <span className="soft">Depth</span>
      <select
        value={depth}
        onChange={(event) =>
          go({ depth: Number(event.target.value), camera: undefined }, undefined, { replace: true })
        }
      >
        {[...new Set([...DEPTHS, depth])]
          .sort((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {each === MAX_DEPTH ? 'all levels' : each === 1 ? '1 level' : `${each} levels`}
            </option>
          ))}
      </select>
    </label>
  );
}
