import './scenes.css';
import type { SceneSummary } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { useGo, useView, ViewLink } from '../address/navigation.tsx';
import { useDebounced } from '../address/use-debounced.ts';
import { PageHead } from '../ui/PageHead.tsx';
import type { PlayerClient } from '../worker/player-client.ts';
import { scenesQuery, usePlayerClient } from '../worker/use-player-client.ts';
import { chaptersOf } from './chapters.ts';
import { Miniature } from './Miniature.tsx';

/** All scenes by chapter, with a text filter. */
export function ScenesPage(): ReactNode {
  const client = usePlayerClient();
  const { data, error } = useQuery(scenesQuery(client));
  const { words: inAddress = '' } = useView();
  const go = useGo();
  const [words, setWords] = useDebounced(inAddress, (text) =>
    go({ words: text === '' ? undefined : text }, undefined, { replace: true }),
  );
  const found = (data ?? []).filter((scene) => matches(scene, words));
  const chapters = chaptersOf(found);
  useScrollToChapter(data !== undefined);
  return (
    <main className="scenes">
      <title>Scenes · gcscope</title>
      <header className="scenes-head">
        <PageHead title="Scenes" />
        <p className="soft">
          Examples of garbage collection with made-up objects, played step by step in this page.
          Change the policy, the release or the order of work, or let other actors act.
        </p>
        <SearchField value={words} onChange={setWords} className="text-field page-search">
          <Label className="hidden-visually">Find a scene</Label>
          <Input placeholder="Find a scene" />
        </SearchField>
      </header>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && (
        <p role="status">
          Loading the scenes… <progress aria-label="Loading the scenes" />
        </p>
      )}
      {data && found.length === 0 && <p>No scene matches “{words}”.</p>}
      {chapters.length > 1 && (
        <nav className="chips" aria-label="Chapters">
          {chapters.map(({ id, title, scenes }) => (
            <a key={id} href={`#${id}`} className="button" data-quiet="">
              {title} <span className="soft">{scenes.length}</span>
            </a>
          ))}
        </nav>
      )}
      {chapters.map(({ id, title, about, scenes }) => (
        <section key={id} aria-label={title} className="chapter">
          <h2 id={id} tabIndex={-1}>
            {title} <span className="soft">{scenes.length}</span>
          </h2>
          <p className="soft">{about}</p>
          <ul>
            {scenes.map((scene) => (
              <li key={scene.name}>
                <SceneLink client={client} scene={scene} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

/** The browser looks for the chapter in the address before the scenes are there. */
function useScrollToChapter(isLoaded: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  const isLate = useRef(!isLoaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the address is the browser's matter.
  useEffect(() => {
    if (isLoaded && isLate.current) document.getElementById(hash)?.scrollIntoView();
  }, [isLoaded]);
}

interface SceneLinkProps {
  readonly client: PlayerClient;
  readonly scene: SceneSummary;
}

function SceneLink({ client, scene }: SceneLinkProps): ReactNode {
  const { name, title, description, release } = scene;
  return (
    <ViewLink
      page={{ page: 'scene', name }}
      change={{ depth: undefined }}
      className="card scene-link"
    >
      <Miniature client={client} scene={scene} />
      {/* The release stands beside it. */}
      <strong>{title.replace(`, ${release}`, '')}</strong>
      <span className="scene-release">{release}</span>
      <span className="scene-about soft">{beginningOf(description)}</span>
    </ViewLink>
  );
}

/** Letters that have room on three lines of the narrowest card. */
const MOST_LETTERS = 120;

/** The first sentences of a description that have room, or the first one up to a whole word. */
function beginningOf(description: string): string {
  const [paragraph = ''] = description.split('\n\n');
  const text = paragraph.replaceAll(/\s+/g, ' ').replaceAll(/[`*]/g, '').trim();
  if (/^Rules: /.test(text)) return '';
  if (text.length <= MOST_LETTERS) return text;
  const [sentences] = text.slice(0, MOST_LETTERS + 1).match(/^.*[.?!](?= )/) ?? [];
  const words = text.slice(0, MOST_LETTERS).replace(/[\s,;:(]*\S*$/, '');
  return sentences ?? `${words}…`;
}

function matches({ title, description, name, sources }: SceneSummary, words: string): boolean {
  const text = `${title} ${name} ${description} ${sources.join(' ')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
