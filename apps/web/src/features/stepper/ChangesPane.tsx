import type {
  ApiObject,
  GraphDelta,
  ObjectChange,
  Playback,
  Step,
  Uid,
  WatchEventType,
} from '@gcscope/gc-core/wire';
import type { CSSProperties, ReactNode } from 'react';
import { KeyAndValue } from '../../ui/BreakableName.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pane } from '../../ui/Pane.tsx';
import type { DiffLine } from './diff-lines.ts';
import { graphChanges } from './graph-changes.ts';
import { NamedObject } from './ObjectLinks.tsx';
import { objectAfter, objectDiff, objectYaml } from './object-diff.ts';
import { removedBefore } from './participants.ts';

export interface ChangesPaneProps {
  readonly step: Step;
  readonly inverse: GraphDelta;
  readonly view: Playback;
  readonly cursor: number;
  /** The object to show even if the step does not change it. */
  readonly uid: Uid | undefined;
}

const MOST_OBJECTS = 12;
const MOST_NODES = 40;

const CHANGES: Readonly<Record<WatchEventType, string>> = {
  ADDED: 'created',
  MODIFIED: 'changed',
  DELETED: 'removed from storage: its last state, then the object in the watch event',
};
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const PREFIXES = { same: '', added: 'added: ', removed: 'removed: ' } as const;

/** The changes of a step: objects on the API server as YAML before and after, nodes of the collector's graph as text. */
export function ChangesPane({ step, inverse, view, cursor, uid }: ChangesPaneProps): ReactNode {
  const nodes = graphChanges(step.delta, inverse, removedBefore(view, cursor));
  const isShown = step.objects.some(({ before, after }) => (after ?? before)?.metadata.uid === uid);
  const unchanged = uid === undefined || isShown ? undefined : objectAfter(view, cursor, uid);
  return (
    <Pane title="What changed">
      {step.objects.length === 0 && nodes.length === 0 && (
        <p className="soft">No object, and nothing in the collector’s graph.</p>
      )}
      {step.objects.length > 0 && <h3>On the API server</h3>}
      {step.objects.slice(0, MOST_OBJECTS).map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an object may change twice in a step.
        <ChangedObject key={at} change={change} />
      ))}
      <More all={step.objects.length} shown={MOST_OBJECTS} what="objects" />
      {nodes.length > 0 && <h3>In the collector’s graph</h3>}
      <ul>
        {nodes.slice(0, MOST_NODES).map(({ record, changes }) => (
          <li key={record.uid}>
            <NamedObject record={record} />
            <p className="note">{changes.join(' · ')}</p>
          </li>
        ))}
      </ul>
      <More all={nodes.length} shown={MOST_NODES} what="nodes" />
      {unchanged && (
        <>
          <h3>Unchanged on the API server</h3>
          <YamlObject
            object={unchanged}
            words=""
            lines={objectDiff({ before: unchanged, after: unchanged })}
          />
        </>
      )}
    </Pane>
  );
}

/** A removal shows two documents, as a watch does: the last state, and the event with the version of the removal. */
function ChangedObject({ change }: { readonly change: ObjectChange }): ReactNode {
  const { type, before, after, last } = change;
  const object = after ?? last ?? before;
  if (!object) return null;
  const lines = objectDiff(last && before ? { before, after: last } : change);
  return <YamlObject object={object} words={CHANGES[type]} lines={lines} type={type} />;
}

interface YamlObjectProps {
  readonly object: ApiObject;
  readonly words: string;
  readonly lines: readonly DiffLine[];
  readonly type?: WatchEventType;
}

function YamlObject({ object, words, lines, type }: YamlObjectProps): ReactNode {
  const { apiVersion, kind, metadata } = object;
  const { namespace = '', name, uid } = metadata;
  return (
    <article className="changed" data-type={type}>
      <header>
        <NamedObject record={{ apiVersion, kind, namespace, name, uid }} />
        <span className="soft">{words}</span>
        <CopyButton text={objectYaml(object)} what="the object as YAML" />
      </header>
      <pre className="yaml">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
          <div key={at} data-line={line.type} style={hangingBelow(line.text)}>
            <span aria-hidden="true">{SIGNS[line.type]}</span>
            <span className="hidden-visually">{PREFIXES[line.type]}</span>
            <YamlLine text={line.text} />
          </div>
        ))}
      </pre>
    </article>
  );
}

/** Letters by which a line that goes on is set in. */
const HANGING = 2;

/** A line that goes on does so to the right of its own start. */
function hangingBelow(text: string): CSSProperties {
  const letters = text.length - text.trimStart().length + HANGING;
  return { '--hanging': `${letters}ch` } as CSSProperties;
}

/** A key and its value, where that is short. */
const SHORT = /^([ -]*)([\w./-]+)(: \S{1,12})$/;
const TIMESTAMP = /^(.*: )("[\d-]+T[\d:.]+Z")$/;

/** A short value stays with its key, or with the last word of a key that has no room in its line. A timestamp is in one piece. */
function YamlLine({ text }: { readonly text: string }): ReactNode {
  const [, before, timestamp] = TIMESTAMP.exec(text) ?? [];
  if (before !== undefined)
    return (
      <>
        {before}
        <span className="one-piece">{timestamp}</span>
      </>
    );
  const [, indent, key = '', value = ''] = SHORT.exec(text) ?? [];
  if (indent === undefined) return text;
  return (
    <>
      {indent}
      <KeyAndValue name={key} value={value} />
    </>
  );
}

function More({
  all,
  shown,
  what,
}: {
  readonly all: number;
  readonly shown: number;
  readonly what: string;
}): ReactNode {
  return all > shown ? (
    <p className="soft">
      And {all - shown} more {what}.
    </p>
  ) : null;
}
