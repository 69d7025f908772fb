import type { Uid } from '@gcscope/gc-core/wire';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ViewSearch } from './view-search.ts';

/** A page of the program. */
export type Page = { readonly page: 'map' } | { readonly page: 'object'; readonly uid: Uid };

/** Changes some of the view state; a key that is `undefined` leaves the address. */
export type ViewChange = { readonly [Key in keyof ViewSearch]?: ViewSearch[Key] | undefined };

/** What `useGo` does with the browser's history: a step of its own, or none. */
export interface GoOptions {
  readonly replace?: boolean;
}

/** Goes to a page and changes view state; without a page it stays on the one that is open. */
export type Go = (change: ViewChange, page?: Page, options?: GoOptions) => void;

/** The view state in the address. */
export function useView(): ViewSearch {
  return useSearch({ strict: false }) as ViewSearch;
}

/** The page that is open. */
export function usePage(): Page {
  const { uid } = useParams({ strict: false }) as { uid?: Uid };
  return uid === undefined ? { page: 'map' } : { page: 'object', uid };
}

/** The function that changes the address. */
export function useGo(): Go {
  const navigate = useNavigate();
  return (change, page, options) => {
    void navigate({
      ...target(page),
      search: (before: object) => ({ ...before, ...change }) as never,
      replace: options?.replace ?? false,
    });
  };
}

export interface ViewLinkProps {
  readonly change?: ViewChange;
  /** The page to go to; by default the one that is open. */
  readonly page?: Page;
  readonly className?: string;
  readonly title?: string;
  readonly current?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to a page or another view of this one: it can be copied and opened in a new tab. */
export function ViewLink({
  change,
  page,
  className,
  title,
  current,
  label,
  children,
}: ViewLinkProps): ReactNode {
  return (
    <Link
      {...target(page)}
      search={(before: object) => ({ ...before, ...change }) as never}
      className={className}
      title={title}
      aria-label={label}
      aria-current={current ? 'true' : undefined}
    >
      {children}
    </Link>
  );
}

function target(page: Page | undefined): { to: string; params?: { uid: Uid } } {
  if (page === undefined) return { to: '.' };
  return page.page === 'map' ? { to: '/' } : { to: '/o/$uid', params: { uid: page.uid } };
}
