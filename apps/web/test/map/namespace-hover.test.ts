import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NamespaceHover } from '../../src/map/NamespaceHover.tsx';
import { namesApart } from '../../src/map/world/names-apart.ts';

const apart = namesApart(['a']);

it.each([
  [2, ['b'], '2 objects name an owner in b.', '2 objects in b name an owner here.'],
  [
    1,
    [''],
    '1 object names a cluster-scoped owner.',
    '1 cluster-scoped object names an owner here.',
  ],
  [
    3,
    ['', 'b'],
    '3 objects name owners in b, or cluster-scoped owners.',
    '3 objects in b, or cluster-scoped, name an owner here.',
  ],
  [
    9,
    ['b', 'c'],
    '9 objects name an owner in 2 other namespaces.',
    '9 objects in 2 other namespaces name an owner here.',
  ],
])('tells where the lines of %i objects lead: %j', (objects, namespaces, out, into) => {
  const summary = { namespace: 'a', label: 'a', count: 3, problems: [], apart };
  const lines = { out: { objects, namespaces }, into: { objects, namespaces } };
  const text = renderToStaticMarkup(createElement(NamespaceHover, { summary, lines, x: 0, y: 0 }));
  expect(text).toContain(out);
  expect(text).toContain(into);
});

it.each([
  ['namespace', 'Tap again to go there.'],
  ['object', 'Tap again for the object.'],
] as const)('says where the next tap of a finger on a %s leads', (tapped, next) => {
  const summary = { namespace: 'a', label: 'a', count: 3, problems: [], apart };
  const card = { summary, lines: undefined, tapped, x: 0, y: 0 };
  expect(renderToStaticMarkup(createElement(NamespaceHover, card))).toContain(next);
});
