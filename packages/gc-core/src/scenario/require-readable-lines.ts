import { REASON_CODES } from '../meta/api-status-error.ts';
import { RELEASES, type Release } from '../meta/releases.ts';
import { parseDuration } from './perform-step.ts';
import { type Expectation, type Scenario, ScenarioError, type ScenarioStep } from './scenario.ts';
import { requireStepForm } from './step-form.ts';
import { at } from './step-place.ts';
import { momentOf } from './stored-object.ts';
import { DECISIONS } from './transcript.ts';

/** Checks the form of one line of an expectation. */
type Form = (line: string) => void;

/**
 * Throws `ScenarioError` at the first step that can be none, and at the first line of an expectation that no run could ever
 * meet, because its form is wrong: such a file is faulty, whatever the collector does.
 */
export function requireReadableLines({ spec }: Scenario): void {
  const rules = { manual: spec.stepping === 'manual', keepsUids: isKeyedByUid(spec.release) };
  for (const [index, step] of (spec.steps ?? []).entries()) {
    at(['spec', 'steps', index], () => requireReadableStep(step, rules));
  }
}

/** The parts of a scenario that its steps depend on. */
interface Rules {
  readonly manual: boolean;
  readonly keepsUids: boolean;
}

function requireReadableStep(step: ScenarioStep, rules: Rules): void {
  requireStepForm(step, rules.manual);
  const { error, advance, intercept, expect } = step;
  if (error !== undefined) at(['error'], () => requireReason(error));
  if (advance !== undefined) at(['advance'], () => parseDuration(advance));
  if (intercept) at(['intercept'], () => requireReadableInterception(intercept, rules));
  if (expect) at(['expect'], () => requireReadable(expect, rules.keepsUids));
}

function requireReadableInterception(
  { request, answer, do: steps = [] }: NonNullable<ScenarioStep['intercept']>,
  rules: Rules,
): void {
  at(['request'], () => requireRequest(request));
  at(['answer'], () => requireReason(answer));
  for (const [index, step] of steps.entries()) {
    at(['do', index], () => requireReadableStep(step, rules));
  }
}

/** Throws `ScenarioError` for a word that is not the reason of a failed request. */
function requireReason(text: string): void {
  requireKnown(text, REASONS, 'a reason of the API server');
}
const REASONS: ReadonlySet<string> = new Set(Object.keys(REASON_CODES));

function requireReadable(expect: Expectation, keepsUids: boolean): void {
  each('objects', expect.objects, ({ deletionTimestamp }) => {
    if (typeof deletionTimestamp === 'string') {
      at(['deletionTimestamp'], () => momentOf(deletionTimestamp));
    }
  });
  each('graph', expect.graph, ({ node, owners }) => {
    at(['node'], () => requireIdentity(node));
    each('owners', owners, requireOwner);
  });
  each('attemptToDelete', expect.attemptToDelete, requireQueued);
  each('attemptToOrphan', expect.attemptToOrphan, requireQueued);
  each('graphChanges', expect.graphChanges, ({ type, object }) => {
    at(['type'], () => requireChange(type));
    at(['object'], () => requireIdentity(object));
  });
  // An entry may be a bare uid there, and a uid may be any text (AC-02).
  if (!keepsUids) each('absentOwnerCache', expect.absentOwnerCache, requireIdentity);
  each('requests', expect.requests, requireRequest);
  each('events', expect.events, requireEvent);
  each('decisions', expect.decisions, requireDecision);
  each('verdicts', expect.verdicts, ({ because }) => each('because', because, requireRule));
}

function each<T>(key: string, list: readonly T[] | undefined, check: (entry: T) => void): void {
  for (const [index, entry] of (list ?? []).entries()) at([key, index], () => check(entry));
}

/** The file's own release: one that is put in its place makes no file faulty. */
function isKeyedByUid(release: string | undefined): boolean {
  if (release === undefined || !Object.hasOwn(RELEASES, release)) return false;
  return RELEASES[release as Release].absentOwnerCacheKey === 'uid';
}

/** Type, place and uid; a name may hold spaces, and any part may be empty as references can leave it. */
const IDENTITY = /^[^ ]*\/[^ ]* .* /s;

const requireIdentity: Form = (line) =>
  requireForm(line, IDENTITY, 'an identity', '<apiVersion>/<Kind> [<namespace>/]<name> <uid>');

const requireOwner: Form = (line) =>
  requireForm(line, IDENTITY, 'an owner', '<apiVersion>/<Kind> <name> <uid>');

const requireQueued: Form = (line) => requireIdentity(line.replace(/ \(virtual\)$/, ''));

const requireRequest: Form = (line) =>
  requireForm(
    line,
    /^(?:get|patch|update|delete) [^ ]+\/[^ ]+ ./s,
    'a request of the collector',
    '<verb> <apiVersion>/<resource> [<namespace>/]<name>, the verb being get, patch, update or delete',
  );

const requireEvent: Form = (line) =>
  requireForm(
    line,
    /^Warning OwnerRefInvalidNamespace /,
    'an event of the collector',
    'Warning OwnerRefInvalidNamespace <message>',
  );

const requireRule: Form = (line) =>
  requireForm(line, /^[A-Z]{2,3}-[A-Z]?\d+[a-z]?$/, 'a rule id', 'an id such as AD-17 or AD-W9');

function requireForm(line: string, form: RegExp, what: string, expected: string): void {
  if (form.test(line)) return;
  throw new ScenarioError(`"${line}" is not ${what}: expected ${expected}.`);
}

const requireChange: Form = (type) => requireKnown(type, CHANGES, 'a type of a graph change');
const CHANGES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED']);

const requireDecision: Form = (line) => {
  const space = line.indexOf(' ');
  requireKnown(space < 0 ? line : line.slice(0, space), DECISIONS, 'a decision');
  if (space < 0) {
    throw new ScenarioError(`"${line}" is not a decision: expected <rule id> <object identity>.`);
  }
  requireIdentity(line.slice(space + 1));
};

function requireKnown(text: string, known: ReadonlySet<string>, what: string): void {
  if (known.has(text)) return;
  throw new ScenarioError(`"${text}" is not ${what}; known: ${[...known].join(', ')}.`);
}
