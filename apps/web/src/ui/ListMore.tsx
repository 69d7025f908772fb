import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

export interface ListMoreProps {
  /** How many are listed, and of how many. */
  readonly listed: number;
  readonly total: number;
  /** What they are: `objects`. */
  readonly what: string;
  /** How many more a press lists. */
  readonly page: number;
  readonly onMore: () => void;
}

/** Below a list that is cut: how much it leaves out, and the way to it. Nothing where nothing is left out. */
export function ListMore({ listed, total, what, page, onMore }: ListMoreProps): ReactNode {
  if (total <= listed) return null;
  return (
    <p className="list-more">
      {listed} of {total.toLocaleString('en')} {what} are listed.
      <Button className="button" onPress={onMore}>
        List {Math.min(page, total - listed)} more
      </Button>
    </p>
  );
}
