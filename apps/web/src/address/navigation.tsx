import type { Uid } from '@gcscope/gc-core/wire';
import {
  type HistoryState,
  Link,
  type ParsedLocation,
  type RouterHistory,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from '@tanstack/react-router';
import {
  type Context,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { keyFaults } from './known-keys.ts';
import { PAGE_PATHS } from './parameter.ts';
import {
  formatViewSearch,
  LEFT_WITH_THE_PAGE,
  type ViewChange,
  type ViewSearch,
} from './view-search.ts';

/** A page of the program. */
export type Page =
  | { readonly page: 'map' }
  | { readonly page: 'object'; readonly uid: Uid }
  /** The simulated deletion of an object. */
  | { readonly page: 'simulate'; readonly uid: Uid }
  | { readonly page: 'forecast' }
  | { readonly page: 'findings' }
  | { readonly page: 'terminating' }
  /** The latest changes first. */
  | { readonly page: 'activity' }
  | { readonly page: 'scenes' }
  /** A scene with made-up objects. */
  | { readonly page: 'scene'; readonly name: string }
  /** A node: one that the server reads if it has a name, else one from a file. */
  | { readonly page: 'node'; readonly name?: string }
  /** A saved picture, opened from a file. */
  | { readonly page: 'picture' };

/** `replace`: without a new entry in the browser's history. */
interface GoOptions {
  readonly replace?: boolean;
}

/** Computes the change from the current view state: two changes that add up may come between renderings. */
type ChangeOf = (before: ViewSearch) => ViewChange;

/** Goes to a page and changes view state; without a page it stays on the one that is open. */
export type Go = (change: ViewChange | ChangeOf, page?: Page, options?: GoOptions) => void;

/** The view state in the address; equal values in two addresses are the same object, too. */
export function useView(): ViewSearch {
  return useSearch({ strict: false, select: (view: ViewSearch) => view });
}

/**
 * The faults of the address, until the next navigation: a page may replace the address with the valid part before the
 * user has read the notice.
 */
export function useLinkFaults(): readonly string[] {
  const [isOpened, setOpened] = useState(true);
  const faults = useFaults(isOpened);
  const [first] = useState(faults);
  const history: RouterHistory = useRouter().history;
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type !== 'REPLACE') setOpened(false);
      }),
    [history],
  );
  return isOpened ? [...new Set([...first, ...faults])] : faults;
}

/** The faults of the address: values that are not valid, and keys that the open page does not read. */
function useFaults(isOpened: boolean): readonly string[] {
  const { faults, unknown = [] } = useView();
  // Path and query are of one location: while a page loads, the previous page is still open.
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const query = useRouterState({ select: ({ location }) => location.searchStr });
  const keys = keyFaults(path, [...unknown, ...new URLSearchParams(query).keys()], isOpened);
  return [...faults, ...keys];
}

/** The whole address of the view, for others. */
export function useAddress(): string {
  const path = useRouterState({ select: ({ location }) => location.href });
  return `${window.location.origin}${path}`;
}

/** Path and query of the view, without an open dialog, for a link to it. */
export function useViewHref(): string {
  const path = useRouterState({ select: ({ location }) => location.href.split('?', 1)[0] ?? '/' });
  const { dialog: _, ...view } = useView();
  return `${path}${formatViewSearch(view)}`;
}

/** The function that opens the view at a path with its query. */
export function useOpenHref(): (href: string) => void {
  const router = useRouter();
  return (href) => {
    const { dialog }: ViewSearch = router.state.location.search;
    if (dialog === undefined) router.history.push(href);
    else router.history.replace(href);
  };
}

/** The parameters in the paths of `router.tsx`. */
interface PathParams {
  readonly uid?: Uid;
  readonly subject?: Uid;
  readonly scene?: string;
  readonly node?: string;
}

/** The path of the page that is shown; that of the address may be ahead of it. */
export function useShownPath(): string | undefined {
  return useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
}

/** The page that is open; `undefined` if the address names no page. */
export function usePage(): Page | undefined {
  const { uid, subject, scene, node }: PathParams = useParams({ strict: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (subject !== undefined) return { page: 'simulate', uid: subject };
  if (scene !== undefined) return { page: 'scene', name: scene };
  if (node !== undefined) return { page: 'node', name: node };
  if (uid !== undefined) return { page: 'object', uid };
  const name = path.replace(/^\/+|\/+$/g, '');
  const known = PAGE_PATHS.find((each) => each === name);
  if (known === '') return { page: 'map' };
  // `o` and `simulate` without a uid are no pages.
  return known === undefined || known === 'o' || known === 'simulate' ? undefined : { page: known };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of entries that the dialogs over a page have made, from the first one on; absent where there is no such page. */
    dialogs?: number;
  }
}

/**
 * The function that changes the address. A dialog that is closed leaves no entry in the history, and the page it leads to takes its place:
 * "back" neither opens it again nor does nothing.
 */
export function useGo(): Go {
  const navigate = useNavigate();
  const router = useRouter();
  const left = useRef<ParsedLocation>(undefined);
  return (change, page, options) => {
    const { location } = router.state;
    const { dialogs } = location.state;
    const search: ViewSearch = location.search;
    const after = changed(change, page);
    const to = { ...target(page), search: after };
    const next = after(search);
    if (!hasDialog(search)) {
      const opened = hasDialog(next) && { state: { dialogs: 1 } };
      void navigate({ ...to, ...opened, replace: options?.replace ?? false });
      return;
    }
    const [below, goal] = [search, next].map((view) =>
      router.options.stringifySearch({ ...view, dialog: undefined, rule: undefined }),
    );
    const isSame = page === undefined && below === goal;
    if (isSame && !hasDialog(next) && dialogs !== undefined) {
      // A browser goes back a little later: a second Esc by then must not lead farther.
      if (left.current !== location) router.history.go(-dialogs);
      left.current = location;
      return;
    }
    const kept = isSame ? location.state : {};
    void navigate({ ...to, state: kept, replace: options?.replace ?? true });
  };
}

function hasDialog({ dialog, rule }: ViewChange): boolean {
  return dialog !== undefined || rule !== undefined;
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

/** Links below it are for the pointer: Tab passes them, because they stand elsewhere, too. */
export const PassedByTab: Context<boolean> = createContext(false);

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
  const router = useRouter();
  const withDialog = ({ dialogs }: HistoryState): HistoryState => {
    const before = hasDialog(router.state.location.search) ? dialogs : 0;
    return before === undefined ? {} : { dialogs: before + 1 };
  };
  return (
    <Link
      {...target(page)}
      search={changed(change, page)}
      state={change && hasDialog(change) ? withDialog : {}}
      className={className}
      title={title}
      aria-label={label}
      tabIndex={useContext(PassedByTab) ? -1 : undefined}
      aria-current={current ? 'true' : undefined}
    >
      {children}
    </Link>
  );
}

function target(page: Page | undefined): { to: string; params?: Record<string, Uid> } {
  switch (page?.page) {
    case undefined:
      return { to: '.' };
    case 'map':
      return { to: '/' };
    case 'object':
      return { to: '/o/$uid', params: { uid: page.uid } };
    case 'simulate':
      return { to: '/simulate/$subject', params: { subject: page.uid } };
    case 'forecast':
    case 'findings':
    case 'terminating':
    case 'activity':
    case 'picture':
      return { to: `/${page.page}` };
    case 'node':
      return page.name === undefined
        ? { to: '/node' }
        : { to: '/node/$node', params: { node: page.name } };
    case 'scenes':
      return { to: '/scenes' };
    case 'scene':
      return { to: '/scenes/$scene', params: { scene: page.name } };
    default:
      return page satisfies never;
  }
}

/** The view state after the change; another page drops what belongs to the one that is left. */
function changed(
  change: ViewChange | ChangeOf | undefined,
  page: Page | undefined,
): (before: ViewSearch) => ViewChange {
  return (before) => ({
    ...before,
    ...(page && LEFT_WITH_THE_PAGE),
    ...(typeof change === 'function' ? change(before) : change),
  });
}
