import { packNodes, type ReferenceFinding } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import { shorten } from '../src/card-text.ts';
import { CARD_HEIGHT, layout, rowsOf, rowsOfPacked, stackSiblings } from '../src/index.ts';
import { record, reference, uglyWorlds } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';
import { svgOf } from './support/svg-of.ts';
import { textsOf, wellFormed } from './support/xml.ts';

describe('writeSvg', () => {
  it('is as wide as its title, so that nothing of it is cut', () => {
    const title = 'Deployment payments/checkout-of-the-whole-shop, gone since 2026-11-24T14:46:58Z';
    const rows = rowsOf([]);
    const svg = svgOf(rows, { title });
    expect(svg).toContain(`class="title" y="40">${title}<`);
  });

  it('keeps the marks of the first cards clear of the name of their namespace', () => {
    const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer a/b' } as const;
    const svg = svgOf(rowsOf([record({ uid: 'stuck', beingDeleted: true, summary })]));
    const number = (pattern: RegExp): number => Number(pattern.exec(svg)?.[1]);
    const name = number(/class="label" x="[^"]*" y="([^"]*)"/);
    const card = number(/class="blocked" transform="translate\(\S+ ([^)]*)\)"/);
    const pill = number(/class="pill" x="[^"]*" y="([^"]*)"/);
    // A name may have letters that reach a fifth of its size below its line.
    expect(card + pill - (name + 14 / 5)).toBeGreaterThan(2);
  });

  it('writes well-formed XML without scripts or outside resources, whatever the cluster holds', () => {
    fc.assert(
      fc.property(uglyWorlds, fc.string({ unit: anyCharacter }), (records, text) => {
        const named = records.map((each) => ({ ...each, name: text, kind: text, namespace: text }));
        const options = { title: text, linkBase: 'http://localhost' };
        for (const rows of [rowsOf(named), stackSiblings(rowsOf(named))]) {
          const svg = svgOf(rows, options);
          expect(wellFormed(svg)).toBe(true);
          expect(svg).not.toMatch(/<(script|foreignObject|image|img|style[^>]*@import)/i);
        }
      }),
    );
  });

  it('escapes names, kinds, namespaces and uids', () => {
    const evil = '"><img src=x onerror=alert(1)>';
    const records = [
      record({ uid: evil, name: evil, kind: evil, namespace: evil, apiVersion: evil }),
    ];
    const svg = svgOf(rowsOf(records), { linkBase: 'https://gcscope.test' });
    expect(svg).not.toContain('<img');
    expect(wellFormed(svg)).toBe(true);
    expect(svg).toContain(`href="https://gcscope.test/o/${encodeURIComponent(evil)}"`);
  });

  it('replaces characters that XML forbids, half surrogate pairs and reordering signs', () => {
    const records = [record({ uid: 'a\ud800', name: 'a\u0000b\u001bc\ud800d\u202ee\uffff' })];
    const svg = svgOf(rowsOf(records), { linkBase: 'http://localhost' });
    expect(textsOf(svg)).toContain('a\ufffdb\ufffdc\ufffdd\ufffde\ufffd');
    expect(svg).toContain('/o/a%EF%BF%BD"');
  });

  it('links each card to the page of its object, and only to http and https', () => {
    const records = smallWorld();
    const rows = rowsOf(records);
    const svg = svgOf(rows, { linkBase: 'http://127.0.0.1:8080/' });
    expect(svg.match(/<a href="http:\/\/127\.0\.0\.1:8080\/o\//g)).toHaveLength(records.length);
    expect(svgOf(rows)).not.toContain('<a ');
    expect(() => svgOf(rows, { linkBase: 'javascript:alert(1)' })).toThrow(RangeError);
  });

  it('draws stacks as the map does: counted in words, linked to the map with the stack open', () => {
    const pods = Array.from({ length: 5 }, (_, at) =>
      record({ uid: `pod-${at}`, kind: 'Pod', beingDeleted: at > 2 }),
    );
    const closed = stackSiblings(rowsOf(pods));
    const [stack] = closed.stacks.values();
    const options = { linkBase: 'http://localhost' };
    const svg = svgOf(closed, options);
    expect(svg).toContain('<title>5 Pods: 3 live, 2 terminating</title>');
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['5 objects', '5 Pods']));
    expect(textsOf(svg)).toContain('siblings alike, as one card');
    expect(svg).toContain('href="http://localhost/?stack=Pod%2C%2Cshop"');
    expect(svg).not.toContain('pod-1');
    const open = stackSiblings(rowsOf(pods), { open: new Set([stack?.id ?? '']) });
    const opened = svgOf(open, options);
    for (const { uid } of pods) expect(opened).toContain(`/o/${uid}"`);
    expect(textsOf(opened)).toEqual(expect.arrayContaining(['5 objects', '5 Pods', 'open']));
    expect(textsOf(opened)).not.toContain('siblings alike, as one card');
  });

  it.each([
    ['PersistentVolumeClaim', '3 pvc'],
    ['ReplicaSet', '3 ReplicaSets'],
  ])(
    'counts a stack of %s so that its card does not cut the kind, if kubectl has a short name',
    (kind, name) => {
      const three = Array.from({ length: 3 }, (_, at) => record({ uid: `${at}`, kind }));
      expect(textsOf(svgOf(stackSiblings(rowsOf(three))))).toContain(name);
    },
  );

  it('says every mark in words, and explains in the legend only what occurs', () => {
    const records = smallWorld();
    const texts = textsOf(svgOf(rowsOf(records)));
    for (const word of ['terminating', 'blocked', 'goes next', 'never seen', 'not verified']) {
      expect(texts).toContain(word);
      expect(texts.some((text) => text.startsWith(`${word}: `))).toBe(true);
    }
    const calm = [record({ uid: 'calm' })];
    const calmTexts = textsOf(svgOf(rowsOf(calm)));
    expect(calmTexts.slice(-3)).toEqual(['ConfigMap shop/calm', 'calm', 'ConfigMap']);
  });

  it('draws blocking, further and invalid references apart, one path per owner and look', () => {
    const records = [
      record({ uid: 'owner' }),
      record({ uid: 'further' }),
      ...['a', 'b', 'c'].map((uid) =>
        record({
          uid,
          owners: [
            reference('owner', { controller: true, blockOwnerDeletion: true }),
            reference('further'),
          ],
          summary: {
            verdict: 'stays',
            rule: 'AD-01',
            wrong: [{ index: 1, finding: 'wrong-name' }],
          },
        }),
      ),
    ];
    const svg = svgOf(rowsOf(records));
    // The samples of the legend begin at 0.
    expect(svg.match(/<path class="e blocking" d="M(?!0 )/g)).toHaveLength(1);
    expect(svg.match(/<path class="e blocking bar" d="M(?!31 )/g)).toHaveLength(1);
    // Routed: the parts along x, those along y, the arrowheads.
    expect(svg.match(/<path class="e further invalid" d="M/g)).toHaveLength(2);
    const tips = /<path class="e further invalid tip" d="(.*?)"/.exec(svg)?.[1];
    expect(tips?.match(/z/g)).toHaveLength(3);
    expect(svg.match(/<path class="gap" d="M/g)).toHaveLength(2);
    expect(svg).toContain('class="calm wrong"');
  });

  it('draws what a foreground deletion waits for apart, and says so', () => {
    const held = record({ uid: 'held', owners: [reference('top', { blockOwnerDeletion: true })] });
    const free = record({ uid: 'free', owners: [reference('top')] });
    const top = record({ uid: 'top', beingDeleted: true, deletingDependents: true });
    const draw = (owner: typeof top): string => {
      const rows = rowsOf([owner, held, free]);
      expect(rowsOfPacked(packNodes([owner, held, free])).edges).toEqual(rows.edges);
      return svgOf(rows);
    };
    const waits = draw(top);
    expect(waits.match(/<path class="e blocking waited" d="M(?!0 )/g)).toHaveLength(1);
    expect(waits.match(/<path class="e" d="M(?!0 )/g)).toHaveLength(1);
    expect(textsOf(waits)).toContain('dependent that a foreground deletion waits for now');
    const rests = draw({ ...top, deletingDependents: false });
    expect(rests).not.toMatch(/class="[^"]*waited/);
    expect(textsOf(rests).join()).not.toContain('waits for now');
  });

  it('keeps the fact on a card whole before its kind', () => {
    const secondLine = (
      kind: string,
      finding: ReferenceFinding,
      finalizers: string[] = [],
    ): string => {
      const owners = [reference('nobody')];
      const wrong = [{ index: 0, finding }];
      const summary = { verdict: 'stays', rule: 'AD-01', wrong } as const;
      const rows = rowsOf([
        finalizers.length > 0
          ? record({ uid: 'one', kind, finalizers })
          : record({ uid: 'one', kind, owners, summary }),
      ]);
      const svg = svgOf(rows);
      return /<text class="k" y="15">(.*?)<.text>/.exec(svg)?.[1]?.replace('&#8230;', '…') ?? '';
    };
    expect(secondLine('Job', 'dangling')).toBe('Job · owner is missing');
    expect(secondLine('ConfigMap', 'unresolvable')).toBe('owner kind not served');
    expect(secondLine('CustomResourceDefinition', 'dangling', ['a'])).toMatch(
      /^Custom\w*… · 1 finalizer$/,
    );
  });

  it('in a large world each namespace has a large name, below its cards or behind them', () => {
    const rows = rowsOf(syntheticWorld(6000));
    const placed = layout(rows);
    const svg = svgOf(rows);
    const scale = Number(/scale\(([^)]*)\)"><text class="title"/.exec(svg)?.[1]);
    expect(scale).toBeGreaterThan(3);
    const found = svg.matchAll(
      /<text class="far(| behind)" aria-hidden="true" font-size="(\d+)" x="\S+" y="(\d+)">(.*?)</g,
    );
    const names = new Map(Array.from(found, ([, ...name]) => [name[3], name]));
    const ends = placed.namespaces.map((_, frame) =>
      Math.max(...placed.y.filter((_, row) => placed.frames[row] === frame)),
    );
    const isBelow = placed.namespaces.map(({ label, y, height }, frame) => {
      const [place, size, base] = names.get(label) ?? [];
      expect(Number(size)).toBeGreaterThan(32);
      expect(Number(base)).toBeLessThan(y + height);
      const above = Number(base) - 0.72 * Number(size);
      return place === '' && above > (ends[frame] ?? 0) + CARD_HEIGHT / 2;
    });
    const isBehind = placed.namespaces.map(({ label }) => names.get(label)?.[0] === ' behind');
    expect(isBelow).toEqual(isBehind.map((each) => !each));
    expect(isBelow.filter(Boolean).length).toBeGreaterThan(isBelow.length / 2);
    expect(svg.lastIndexOf('class="far')).toBeLessThan(svg.indexOf('<path class="e'));
    const small = rowsOf(smallWorld());
    expect(svgOf(small)).not.toContain('class="far');
  });

  it('says of two different faults of references that there are two, and names both in the tooltip', () => {
    const wrong = [
      { index: 0, finding: 'cross-namespace' },
      { index: 1, finding: 'unresolvable' },
    ] as const;
    const summary = { verdict: 'stays', rule: 'AD-01', wrong } as const;
    const owners = [reference('nobody'), reference('nothing')];
    const svg = svgOf(rowsOf([record({ uid: 'one', kind: 'Pod', owners, summary })]));
    expect(textsOf(svg)).toContain('Pod · 2 wrong references');
    expect(svg).toContain('owner in other namespace\nowner kind not served');
  });

  it('shows a wrong reference of an object that has a mark, too, and says both where there is room', () => {
    const draw = (blockedBy: string, finding: ReferenceFinding): string => {
      const wrong = [{ index: 0, finding }];
      const summary = { verdict: 'waits', rule: 'API-35', blockedBy, wrong } as const;
      const owners = [reference('nobody')];
      const rows = rowsOf([record({ uid: 'one', beingDeleted: true, owners, summary })]);
      return svgOf(rows);
    };
    const both = draw('finalizer a/b', 'dangling');
    expect(textsOf(both)).toContain('a/b, owner is missing');
    const one = draw('finalizer vault.example.com/revoke', 'cross-namespace');
    expect(textsOf(one)).toContain('vault.example.com/revoke');
    for (const svg of [both, one]) {
      const left = Number(/class="pill" x="([^"]*)"/.exec(svg)?.[1]);
      const [, x, width] = /class="pill ref" x="([^"]*)" .*?width="([^"]*)"/.exec(svg) ?? [];
      expect(Number(x) + Number(width)).toBeLessThan(left);
      expect(textsOf(svg)).toContain('blocked');
    }
    const calm = rowsOf([
      record({
        uid: 'calm',
        owners: [reference('nobody')],
        summary: { verdict: 'stays', rule: 'AD-01', wrong: [{ index: 0, finding: 'dangling' }] },
      }),
    ]);
    expect(svgOf(calm)).not.toContain('pill ref');
  });

  it('draws an object that owns itself', () => {
    const records = [record({ uid: 'self', owners: [reference('self')] })];
    expect(svgOf(rowsOf(records))).toMatch(/<path class="e tip" d="M/);
  });

  it('shortens long names in the middle and keeps them whole in the tooltip', () => {
    const name = `begin${'x'.repeat(243)}final`;
    const records = [record({ uid: 'long', name })];
    const texts = textsOf(svgOf(rowsOf(records)));
    expect(texts).toContain(`ConfigMap shop/${name}`);
    expect(texts.some((text) => /^beginx+…x+final$/.test(text))).toBe(true);
  });

  it('has commas between thousands', () => {
    const rows = rowsOf(syntheticWorld(1234).map((each) => ({ ...each, namespace: 'shop' })));
    expect(textsOf(svgOf(rows))).toEqual(expect.arrayContaining(['1,234 objects', '1,234']));
  });

  it('has a tooltip per object below 2,000 objects and none from there', () => {
    const few = syntheticWorld(1999);
    expect(svgOf(rowsOf(few)).match(/<title>/g)).toHaveLength(2000);
    const many = syntheticWorld(2000);
    expect(svgOf(rowsOf(many)).match(/<title>/g)).toHaveLength(1);
  });

  it('rings the focused object and bakes the background of the theme in', () => {
    const records = smallWorld();
    const dark = svgOf(rowsOf(records), {
      theme: 'dark',
      focus: records[0]?.uid ?? '',
    });
    expect(dark.match(/class="focus"/g)).toHaveLength(1);
    expect(dark).toContain('<rect width="100%" height="100%" fill="#0c121b"/>');
  });

  it('bare, it shows the objects alone', () => {
    const rows = rowsOf(smallWorld());
    const bare = svgOf(rows, { bare: true });
    expect(wellFormed(bare)).toBe(true);
    expect(textsOf(bare.replace(/<title>.*?<\/title>/, ''))).not.toContain('a cluster');
    expect(bare).not.toContain('being deleted, and should end by itself');
    expect(bare).toContain('web-7d9f6b8c5d');
    const { width, height } = layout(rows).bounds;
    expect(bare).toContain(` width="${Math.ceil(width) + 20}" height="${Math.ceil(height) + 20}"`);
  });

  it('counts objects, and not the owners that were never seen', () => {
    const records = [record({ uid: 'a' }), record({ uid: 'lost', virtual: true })];
    const svg = svgOf(rowsOf(records));
    expect(textsOf(svg)).toContain('1 object');
  });

  it('writes an empty picture for no records', () => {
    const svg = svgOf(rowsOf([]));
    expect(wellFormed(svg)).toBe(true);
    expect(textsOf(svg)).toContain('0 objects');
  });

  it('never cuts through a letter that takes two characters', () => {
    for (const text of [
      '😀'.repeat(40),
      `a${'😀'.repeat(40)}`,
      `${'😀'.repeat(40)}a`,
      `${'😀'.repeat(40)}bc`,
    ]) {
      for (let width = 60; width < 110; width += 5) {
        expect(shorten(text, width, 12)).toMatch(/^(?!.*\p{Surrogate}).*….*$/u);
      }
    }
  });

  it('leaves a text that fits as it is and cuts any other to both of its ends', () => {
    expect(shorten('web', 100, 12)).toBe('web');
    expect(shorten('', 100, 12)).toBe('');
    expect(shorten('abcdefghijklmnop', 60, 12)).toMatch(/^ab.*….*op$/);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([...shorten(text, 60, 12)].length).toBeLessThanOrEqual(15);
      }),
    );
  });
});
