import './shell.css';
import { visibleText } from '@gcscope/gc-core/wire';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import {
  type Page,
  useGo,
  useLinkFaults,
  usePage,
  useShownPath,
  useView,
} from '../address/navigation.tsx';
import { isOld, useConnection } from '../data/use-graph.ts';
import type { RuleDialogProps } from '../features/rules/RuleDialog.tsx';
import { SavedViewsDialog } from '../features/saved-views/SavedViewsDialog.tsx';
import { Palette } from '../features/search/Palette.tsx';
import { PictureDrop } from '../features/share/PictureDrop.tsx';
import { RELOAD, useLoaded } from '../ui/lazy-page.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePrinting } from '../ui/printing.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { KindsDialog } from './KindsDialog.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useViewActions } from './use-view-actions.ts';

/** The frame around every page: top bar, banners, dialogs. */
export function Shell(): ReactNode {
  const { dialog, rule } = useView();
  const faults = useLinkFaults();
  const { state, health } = useConnection();
  const stale = state === 'lost' || isOld(health);
  const go = useGo();
  const close = (): void => go({ dialog: undefined });
  const page = useRef<HTMLDivElement>(null);
  useFocusOnPage(page);
  useKeptFocus(() => skipTo(page.current));

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Keys are text in an open dialog.
      const asked = dialog === undefined ? dialogOf(event) : undefined;
      if (asked === undefined) return;
      go({ dialog: asked });
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <div className="shell" data-stale={stale || undefined}>
      <Button className="button skip-link" onPress={() => skipTo(page.current)}>
        Skip to the content
      </Button>
      <TopBar />
      <PrintedAt />
      <ConnectionBanner />
      {faults.length > 0 && (
        <p className="bar banner" role="status">
          <span>Parts of this link are ignored: {faults.map(shortened).join(' ')}</span>
        </p>
      )}
      <div ref={page} className="column page" tabIndex={-1}>
        <Outlet />
      </div>
      <PictureDrop />
      {dialog === 'kinds' && <KindsDialog onClose={close} />}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
      {rule !== undefined && <Rule id={rule} onClose={() => go({ rule: undefined })} />}
      {dialog === 'views' && <SavedViewsDialog onClose={close} />}
      {dialog === 'search' && <Search onClose={close} />}
    </div>
  );
}

/** The cluster and the time of a page, on paper alone. */
function PrintedAt(): ReactNode {
  const { cluster } = useConnection();
  const page = usePage();
  if (!usePrinting()) return null;
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const names =
    cluster && isOfCluster(page)
      ? [visibleText(cluster.context), cluster.server, cluster.version]
      : [];
  return <p className="printed-at name">{[...names, `printed ${time}`].join(' · ')}</p>;
}

/** The objects of the others are made up, or from a file. */
function isOfCluster(page: Page | undefined): boolean {
  if (page?.page === 'node') return page.name !== undefined;
  return !['scenes', 'scene', 'picture'].includes(page?.page ?? '');
}

/** A rule. The text of all rules is large, and most visits do not need it. */
function Rule(props: RuleDialogProps): ReactNode {
  const { part: RuleDialog, isLost } = useLoaded(
    'RuleDialog',
    async () => (await import('../features/rules/RuleDialog.tsx')).RuleDialog,
  );
  if (RuleDialog) return <RuleDialog {...props} />;
  if (!isLost) return null;
  return (
    <Modal title={`Rule ${visibleText(props.id)}`} onClose={props.onClose}>
      <p>The rules could not be loaded. {RELOAD}</p>
    </Modal>
  );
}

/** The palette, with the actions that other features have. */
function Search({ onClose }: { readonly onClose: () => void }): ReactNode {
  return <Palette actions={useViewActions()} onClose={onClose} />;
}

/**
 * After a change of the page the focus is at its beginning, unless something on it has taken it. A user who comes back to a page finds
 * it where it was: on the map, or on the link that led away.
 */
function useFocusOnPage(page: RefObject<HTMLDivElement | null>): void {
  const path = useShownPath();
  const opened = useRef(path);
  const places = useRef(new Map<string, string>());
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const within = target instanceof Element && page.current?.contains(target);
      const place = within ? placeOf(target) : undefined;
      if (place !== undefined && opened.current !== undefined)
        places.current.set(opened.current, place);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [page]);
  useEffect(() => {
    const before = opened.current;
    opened.current = path;
    if (before === undefined || path === undefined || before === path) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== page.current) return;
    const place = places.current.get(path);
    const left = place === undefined ? null : page.current?.querySelector<HTMLElement>(place);
    (left ?? page.current)?.focus({ preventScroll: left === null });
  }, [page, path]);
}

/** The selector that finds the element again after it was removed. */
function placeOf(element: Element): string | undefined {
  if (element.matches('[role=application]')) return '[role=application]';
  const href = element.getAttribute('href');
  return href === null ? undefined : `a[href="${CSS.escape(href)}"]`;
}

/** Moves the focus past all controls: to the map of the page, else to its main part. */
function skipTo(page: HTMLElement | null): void {
  const main = page?.querySelector('main');
  const target = main?.querySelector<HTMLElement>('[role=application]') ?? main;
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target?.focus();
}

/** Longer words are cut. */
const LONGEST_WORD = 80;

/** A sentence with text from the address, which may be anything. */
function shortened(fault: string): string {
  return visibleText(fault)
    .split(' ')
    .map((word) => (word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word))
    .join(' ');
}

/** The dialog that a key opens. */
function dialogOf(event: KeyboardEvent): 'search' | 'keys' | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === 'k') return 'search';
  if (isTyping(event.target)) return undefined;
  if (event.key === '/') return 'search';
  return event.key === '?' && !command ? 'keys' : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  );
}
