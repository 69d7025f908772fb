import { formatCount } from '@gcscope/gc-core/wire';
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

/** Below a shortened list: counts the rest, and a button shows more of it. */
export function ListMore({ listed, total, what, page, onMore }: ListMoreProps): ReactNode {
  if (total <= listed) return null;
  return (
    <p className="wraps list-more">
      {formatCount(listed)} of {formatCount(total)} {what} shown.
      <Button className="button" onPress={onMore}>
        Show {Math.min(page, total - listed)} more
      </Button>
    </p>
  );
}
