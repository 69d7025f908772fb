import type { Absence, NodeRecord } from '@gcscope/gc-core/wire';
import { glyphOf, markLook, WRONG_REFERENCE } from '@gcscope/picture';
import type { ReactNode } from 'react';
import { describeState, formatState } from '../data/describe-state.ts';
import { type ObjectState, statesOf } from '../data/graph-store.ts';
import { deletionBegan } from './deletion-began.ts';
import { useAge } from './use-age.ts';

export interface StateSignProps {
  readonly state: ObjectState;
  /** Whether the sign is pale, because no object is in that state. */
  readonly muted?: boolean;
}

/** The sign of a state in its colour; nothing for a calm object. */
export function StateSign({ state, muted = false }: StateSignProps): ReactNode {
  const path = state === 'wrong' ? WRONG_REFERENCE.sign : markLook(state).sign;
  return (
    <span className="sign" data-state={muted ? undefined : state} aria-hidden="true">
      <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  );
}

export interface StateLabelsProps {
  readonly record: NodeRecord;
  /** Set if somebody no longer has the object. */
  readonly absence?: Absence | undefined;
}

/** Sign and word of each state of the record that is not calm. */
export function StateLabels({ record, absence }: StateLabelsProps): ReactNode {
  return shownStates(record, absence).map((state) => <StateLabel key={state} state={state} />);
}

function shownStates(record: NodeRecord, absence?: Absence): readonly ObjectState[] {
  return statesOf(record, absence).filter((state) => state !== 'calm');
}

/** The state labels of an object of the cluster, and the time since its deletion began. */
export function LiveStateLabels({ record }: Pick<StateLabelsProps, 'record'>): ReactNode {
  const began = deletionBegan(record);
  if (began === undefined) return <StateLabels record={record} />;
  // The time is that of the first state: a reference may have been wrong for longer.
  const [mark, ...others] = shownStates(record);
  return (
    <span className="state-line">
      {mark && <StateLabel state={mark} />}
      <span className="soft">
        <ForAge since={began} />
      </span>
      {others.map((state) => (
        <StateLabel key={state} state={state} />
      ))}
    </span>
  );
}

/** Sign and word of a state. */
export function StateLabel({ state }: { readonly state: ObjectState }): ReactNode {
  return (
    <span className="state-word" data-state={state} title={describeState(state)}>
      <StateSign state={state} />
      {formatState(state)}
    </span>
  );
}

/** The sign of a kind. Decorative: the kind's name stands beside it. */
export function KindGlyph({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): ReactNode {
  const glyph = glyphOf(apiVersion, kind);
  return (
    <svg className="kind-glyph" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill={glyph.tint} />
      {glyph.path === undefined ? (
        <text x="10" y="13.5" textAnchor="middle" className="kind-letters">
          {glyph.letters}
        </text>
      ) : (
        <path
          d={glyph.path}
          transform="translate(3 3) scale(0.875)"
          fill="none"
          stroke="#fff"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}

/** An age as kubectl prints it, the time itself on hover. */
export function Age({ since }: { readonly since: string | undefined }): ReactNode {
  const age = useAge(since);
  if (since === undefined || age === undefined) return <span className="soft">unknown</span>;
  return (
    <time dateTime={since} title={since}>
      {age}
    </time>
  );
}

/** Time since something was, in one piece. */
export function Ago({ since }: { readonly since: string | undefined }): ReactNode {
  return (
    <span className="one-piece">
      <Age since={since} /> ago
    </span>
  );
}

/** For how long something has been so, in one piece. */
export function ForAge({ since }: { readonly since: string | undefined }): ReactNode {
  return (
    <span className="one-piece">
      for <Age since={since} />
    </span>
  );
}
