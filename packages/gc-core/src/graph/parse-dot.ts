import type { Uid } from '../meta/object-reference.ts';
import { DotScanner, DotSyntaxError, type DotToken } from './parse-dot-scanner.ts';
import { type DotEdge, type DotGraph, type DotVertex, dotLabel, sortDot } from './print-dot.ts';

const TEXTS = ['label', 'group', 'version', 'kind', 'namespace', 'name', 'uid'] as const;
const FLAGS = ['missing', 'beingDeleted', 'deletingDependents', 'virtual'] as const;
const KEYS: readonly string[] = [...TEXTS, ...FLAGS];

/** An edge as it stands: ends that still have to be found among the vertices. */
interface OpenEdge {
  readonly from: DotToken;
  readonly to: DotToken;
}

/**
 * Reads the collector's debug graph, in today's form or as Kubernetes 1.12 to 1.25 wrote it, where the same
 * graph comes out sorted (DV-08). Throws `DotSyntaxError` for anything else, also for a vertex whose parts disagree.
 */
export function parseDot(text: string): DotGraph {
  const scanner = new DotScanner(text);
  parseHeader(scanner);
  const vertices: DotVertex[] = [];
  const uids = new Map<string, Uid>();
  const edges: OpenEdge[] = [];
  let idType: DotToken['type'] | undefined;
  for (let id = scanner.next(); id.text !== '}' || id.type !== 'mark'; id = scanner.next()) {
    idType ??= id.type;
    expectId(id, idType);
    const mark = scanner.next();
    if (mark.type === 'mark' && mark.text === '->') {
      const to = scanner.next();
      expectId(to, idType);
      edges.push({ from: id, to });
    } else {
      expectMark(mark, '[');
      if (id.type === 'number' && uids.has(id.text)) {
        throw new DotSyntaxError(id.line, `there are two nodes ${id.text}.`);
      }
      const vertex = parseVertex(scanner, id);
      uids.set(id.text, vertex.uid);
      vertices.push(vertex);
    }
    skipMark(scanner, ';');
  }
  const after = scanner.next();
  if (after.type !== 'end') throw new DotSyntaxError(after.line, 'there is more after the graph.');
  const graph = { vertices, edges: edges.map((edge) => closeEdge(edge, uids)) };
  return idType === 'number' ? sortDot(graph) : graph;
}

function parseHeader(scanner: DotScanner): void {
  const words = scanner.peek().text === 'strict' ? ['strict', 'digraph'] : ['digraph'];
  for (const word of [...words, 'full', '{']) {
    const token = scanner.next();
    if (token.type !== 'string' && token.text === word) continue;
    throw new DotSyntaxError(
      token.line,
      'this is no debug graph of the garbage collector, which begins with "strict digraph full {".',
    );
  }
}

/** The attributes up to the closing bracket; each key once, all of them there. */
function parseVertex(scanner: DotScanner, id: DotToken): DotVertex {
  const values = new Map<string, DotToken>();
  for (let key = scanner.next(); key.text !== ']' || key.type !== 'mark'; key = scanner.next()) {
    if (key.type !== 'word' || !KEYS.includes(key.text)) {
      throw new DotSyntaxError(key.line, `${shown(key)} is no attribute of a node.`);
    }
    if (values.has(key.text)) {
      throw new DotSyntaxError(key.line, `the attribute ${key.text} is there twice.`);
    }
    expectMark(scanner.next(), '=');
    const value = scanner.next();
    if (value.type !== 'string') {
      throw new DotSyntaxError(value.line, `the value of ${key.text} must be a quoted string.`);
    }
    // Only labels of 1.12 to 1.25 have line breaks: elsewhere a quotation mark is missing.
    if (id.type === 'string' && value.lastLine > value.line) {
      throw new DotSyntaxError(value.line, 'this string does not end on its line.');
    }
    values.set(key.text, value);
    skipMark(scanner, ',');
  }
  const vertex = vertexOf(id, values);
  // Labels of 1.12 to 1.25 came in several forms; today's follows from the other attributes.
  if (id.type === 'string') expectAgreement(id, values, vertex);
  return vertex;
}

function vertexOf(id: DotToken, values: ReadonlyMap<string, DotToken>): DotVertex {
  const value = (key: string): DotToken => {
    const found = values.get(key);
    if (!found) throw new DotSyntaxError(id.line, `this node lacks the attribute ${key}.`);
    return found;
  };
  const text = (key: (typeof TEXTS)[number]): string => value(key).text;
  const flag = (key: (typeof FLAGS)[number]): boolean => {
    const found = value(key);
    if (found.text === 'true' || found.text === 'false') return found.text === 'true';
    throw new DotSyntaxError(found.line, `${key} must be "true" or "false".`);
  };
  text('label');
  return {
    uid: text('uid'),
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    namespace: text('namespace'),
    name: text('name'),
    missing: flag('missing'),
    beingDeleted: flag('beingDeleted'),
    deletingDependents: flag('deletingDependents'),
    virtual: flag('virtual'),
  };
}

function expectAgreement(
  id: DotToken,
  values: ReadonlyMap<string, DotToken>,
  vertex: DotVertex,
): void {
  if (id.text !== vertex.uid) {
    throw new DotSyntaxError(id.line, 'the name of this node is not its uid.');
  }
  const label = values.get('label');
  if (label?.text !== dotLabel(vertex)) {
    throw new DotSyntaxError(label?.line ?? id.line, 'the label does not fit the attributes.');
  }
}

function closeEdge(edge: OpenEdge, uids: ReadonlyMap<string, Uid>): DotEdge {
  const end = (token: DotToken): Uid => {
    const uid = uids.get(token.text);
    if (uid === undefined) throw new DotSyntaxError(token.line, `no node ${shown(token)}.`);
    return uid;
  };
  return { from: end(edge.from), to: end(edge.to) };
}

function expectId(token: DotToken, type: DotToken['type']): void {
  if (token.type === 'end') throw new DotSyntaxError(token.line, 'the graph does not end.');
  if (token.type !== 'string' && token.type !== 'number') {
    throw new DotSyntaxError(token.line, `expected a node, found ${shown(token)}.`);
  }
  if (token.type !== type) {
    throw new DotSyntaxError(token.line, 'nodes are either all numbers or all quoted.');
  }
}

function expectMark(token: DotToken, mark: string): void {
  if (token.type === 'mark' && token.text === mark) return;
  throw new DotSyntaxError(token.line, `expected ${mark}, found ${shown(token)}.`);
}

function skipMark(scanner: DotScanner, mark: string): void {
  const { type, text } = scanner.peek();
  if (type === 'mark' && text === mark) scanner.next();
}

/** A token in a message; the text of others may be very long. */
function shown(token: DotToken): string {
  const { type, text } = token;
  if (type === 'end') return text;
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
