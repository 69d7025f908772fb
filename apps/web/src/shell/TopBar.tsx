import './top-bar.css';
import { type ClusterInfo, UNKNOWN_VERSION } from '@gcscope/gc-core/wire';
import { Bookmark, CircleHelp, Monitor, Moon, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useGo, ViewLink } from '../address/navigation.tsx';
import { NO_FILTER } from '../data/selection.ts';
import { isOld, useConnection } from '../data/use-graph.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useIsNeverRead } from '../ui/IfRead.tsx';
import { OneStop } from '../ui/OneStop.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../ui/theme.ts';
import { PageNav } from './PageNav.tsx';
import { SessionButton } from './SessionButton.tsx';

/** Name, cluster, search, state of the stream, theme, keys. */
export function TopBar(): ReactNode {
  const go = useGo();
  const { cluster } = useConnection();
  return (
    <header className="bar topbar">
      <ViewLink
        page={{ page: 'map' }}
        change={{ ...NO_FILTER, depth: undefined }}
        className="brand"
        label="gcscope: the whole cluster"
      >
        <img src="/favicon.svg" width="22" height="22" alt="" />
        <span>gcscope</span>
      </ViewLink>
      {cluster && (
        <span
          className="cluster cut"
          title={`${cluster.context} · ${cluster.server} · ${describeVersion(cluster)}`}
        >
          <span>{cluster.context}</span>
          <span className="soft cluster-version">{describeVersion(cluster)}</span>
        </span>
      )}
      <PageNav />
      <OneStop label="Program">
        <Button
          className="search-button"
          aria-label="Search and commands"
          onPress={() => go({ dialog: 'search' })}
        >
          <Search size={14} aria-hidden />
          <span className="search-label cut">Search and commands</span>
          <kbd>/</kbd>
        </Button>
        <StreamState />
        <IconButton label="Saved views" onPress={() => go({ dialog: 'views' })}>
          <Bookmark size={16} />
        </IconButton>
        <ThemeSwitch />
        <SessionButton />
        <IconButton label="Keyboard shortcuts" onPress={() => go({ dialog: 'keys' })}>
          <CircleHelp size={16} />
        </IconButton>
      </OneStop>
    </header>
  );
}

function describeVersion({ version }: ClusterInfo): string {
  return version === UNKNOWN_VERSION ? 'version unknown' : version;
}

function StreamState(): ReactNode {
  const { state, health } = useConnection();
  const isNeverRead = useIsNeverRead();
  const syncing = state === 'live' && health?.state === 'syncing';
  const stale = state === 'lost' || isOld(health);
  // An unread cluster is not stale.
  const unread = state === 'live' && isNeverRead;
  const word = unread
    ? 'unread'
    : stale
      ? 'stale'
      : syncing
        ? 'syncing'
        : state === 'live'
          ? 'live'
          : 'loading';
  return (
    <span className="stream-state" data-state={word} role="status">
      <span className="stream-dot" aria-hidden="true" />
      {word}
    </span>
  );
}

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
const SIGN = { system: Monitor, light: Sun, dark: Moon } as const;

/** Switches between system, light and dark. */
function ThemeSwitch(): ReactNode {
  const choice = useThemeChoice();
  const Sign = SIGN[choice];
  return (
    <IconButton
      label={`Theme: ${choice}. Change to ${NEXT[choice]}`}
      onPress={() => chooseTheme(NEXT[choice])}
    >
      <Sign size={16} />
    </IconButton>
  );
}
