import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import {
  code,
  isSentence,
  joinSentences,
  objectsIn,
  plainText,
  rule,
  type Sentence,
  say,
} from '../../src/meta/sentence.ts';
import { identityOf } from '../support/nodes.ts';

const pod = identityOf('web', { kind: 'Pod' });
const node = identityOf('n', { kind: 'Node', namespace: '' });

/** Names that would break a text somebody takes apart again. */
const HOSTILE = [
  '`',
  'a` and Pod `b',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  'two\nlines',
];

describe('say', () => {
  it('joins texts and numbers with the words around them', () => {
    expect(say`It has ${2} owners, ${'as far as is known'}.`).toEqual([
      { type: 'text', text: 'It has 2 owners, as far as is known.' },
    ]);
    expect(say`${0}`).toEqual([{ type: 'text', text: '0' }]);
    expect(say`a${''}${''}b`).toEqual([{ type: 'text', text: 'ab' }]);
  });

  it('says nothing of nothing', () => {
    expect(say``).toEqual([]);
    expect(say`${''}${[]}`).toEqual([]);
  });

  it('makes objects and code parts of their own', () => {
    expect(say`${pod} keeps ${code('example.com/hold')}${code('x')}.`).toEqual([
      { type: 'object', object: pod },
      { type: 'text', text: ' keeps ' },
      { type: 'code', text: 'example.com/hold' },
      { type: 'code', text: 'x' },
      { type: 'text', text: '.' },
    ]);
  });

  it('makes the id of a rule a part, which a text has in brackets', () => {
    const sentence = say`It goes ${rule('AD-17')}.`;
    expect(sentence[1]).toEqual({ type: 'rule', text: 'AD-17' });
    expect(plainText(sentence)).toBe('It goes (AD-17).');
    expect(isSentence(sentence)).toBe(true);
  });

  it('takes the names of an object alone, as far as they are known', () => {
    const observed = Object.assign(new GraphNode(pod, false), { beingDeleted: true });
    const record = { ...pod, finalizers: ['x'], verdict: 'stays' };
    for (const object of [observed, record]) {
      expect(say`${object}`).toStrictEqual([{ type: 'object', object: pod }]);
    }
    const named = { kind: 'Pod', namespace: 'ns', name: 'web' };
    expect(say`${named}`).toStrictEqual([{ type: 'object', object: named }]);
  });

  it('takes a sentence in, whose texts join the words around it', () => {
    const inner = say`because its owner ${pod} exists`;
    expect(say`Stays, ${inner}: ${say`so it is`}.`).toEqual([
      { type: 'text', text: 'Stays, because its owner ' },
      { type: 'object', object: pod },
      { type: 'text', text: ' exists: so it is.' },
    ]);
    expect(say`a${[]}b`).toEqual([{ type: 'text', text: 'ab' }]);
  });

  it('leaves the sentence that it takes in as it was', () => {
    const inner = say`it lives`;
    const [part] = inner;
    say`${inner} on`;
    expect(inner).toEqual([{ type: 'text', text: 'it lives' }]);
    expect(inner[0]).toBe(part);
  });

  it.each(HOSTILE)('keeps the name %j and the code %j to their parts', (name) => {
    const object = { ...pod, namespace: name, name, uid: name };
    expect(say`Pod ${object} keeps ${code(name)}.`).toStrictEqual([
      { type: 'text', text: 'Pod ' },
      { type: 'object', object },
      { type: 'text', text: ' keeps ' },
      { type: 'code', text: name },
      { type: 'text', text: '.' },
    ]);
  });
});

describe('plainText', () => {
  it('names an object by its kind, with its namespace if it has one, and quotes code', () => {
    const sentence = say`${pod} is on ${node} for ${30} s: ${code('kubectl get')}.`;
    expect(plainText(sentence)).toBe('Pod `ns/web` is on Node `n` for 30 s: `kubectl get`.');
    expect(plainText([])).toBe('');
  });

  it.each(HOSTILE)('says the name %j as it stands', (name) => {
    const object = { ...pod, name };
    expect(plainText(say`${object} keeps ${code(name)}.`)).toBe(
      `Pod \`ns/${name}\` keeps \`${name}\`.`,
    );
  });
});

describe('joinSentences', () => {
  it('puts the words between, which join the texts beside them', () => {
    expect(joinSentences([say`one`, say`two ${pod}`, say`${node}`], ', and ')).toEqual([
      { type: 'text', text: 'one, and two ' },
      { type: 'object', object: pod },
      { type: 'text', text: ', and ' },
      { type: 'object', object: node },
    ]);
  });

  it('puts nothing around one, and nothing beside none', () => {
    expect(joinSentences([say`one`], ', ')).toEqual(say`one`);
    expect(joinSentences([say`one`, say`two`, say`three`], ', ', ' and ')).toEqual(
      say`one, two and three`,
    );
    expect(joinSentences([], ', ')).toEqual([]);
    expect(joinSentences([say`one`, say`two`], '')).toEqual(say`onetwo`);
  });
});

describe('objectsIn', () => {
  it('gives each object once, in the order in which they are named', () => {
    const sentence = say`${node} and ${pod}, then ${{ ...node, name: 'other' }} and ${code('x')}`;
    expect(objectsIn(sentence)).toStrictEqual([node, pod]);
  });

  it('leaves out what is known by its name alone', () => {
    const { uid: _, ...noUid } = pod;
    const { apiVersion: __, ...noVersion } = node;
    expect(objectsIn(say`${noUid} and ${noVersion}`)).toEqual([]);
  });

  it('takes any text for a uid', () => {
    const objects = HOSTILE.map((uid) => ({ ...pod, uid }));
    const sentence = joinSentences(
      [...objects, ...objects].map((each) => say`${each}`),
      ' ',
    );
    expect(objectsIn(sentence)).toStrictEqual(objects);
  });
});

describe('isSentence', () => {
  it.each<[boolean, unknown]>([
    [true, say`${pod} keeps ${code('x')}`],
    [true, [{ type: 'object', object: pod }]],
    [false, []],
    [false, 'text'],
    [false, ['text']],
    [false, [null]],
    [false, [pod]],
    [false, [{ type: 'object', text: 'x' }]],
    [false, [{ type: 'text' }]],
    [false, [{ type: 'finalizer', text: 'x' }]],
    [false, [...say`x`, undefined]],
    [false, { length: 1, 0: { type: 'text', text: 'x' } }],
  ])('%s: %j', (is, value) => {
    expect(isSentence(value)).toBe(is);
  });

  it('is what every sentence with words is', () => {
    const sentence: Sentence = say`Stays, because its owner ${pod} exists.`;
    expect(isSentence(JSON.parse(JSON.stringify(sentence)))).toBe(true);
  });
});
