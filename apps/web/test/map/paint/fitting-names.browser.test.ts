import { rowsOf, stackSiblings } from '@gcscope/picture';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFonts, setFont, textWidth } from '../../../src/map/paint/brush.ts';
import {
  fittingKind,
  fittingName,
  fittingStackName,
  wholeKind,
} from '../../../src/map/paint/fitting-names.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

beforeAll(loadFonts);

const { brush } = drawing({ zoom: 0.36, pan: { x: 0, y: 0 } });
/** A brush at a zoom where cards have two lines. */
const near = drawing({ zoom: 1, pan: { x: 0, y: 0 } }).brush;

function nameIn(room: number, name: string, owner?: string): string {
  setFont(brush, 10.5, 550);
  return fittingName(brush, name, owner, room);
}

describe('a name on a small card', () => {
  it('is whole where it fits', () => {
    expect(nameIn(200, 'ledger-config', 'ledger')).toBe('ledger-config');
  });

  it.each([
    ['ledger-config', 'ledger', '-config'],
    ['cart-5d8f9c7b6-x2vwq', 'cart-5d8f9c7b6', '-x2vwq'],
    ['catalog-db-0', 'catalog-db', '-db-0'],
    ['catalog-0', 'catalog', 'catalog-0'],
    ['catalog-of-old-0', 'catalog-of-old', '-old-0'],
    ['example.com.crd', 'example.com', '.crd'],
  ])('leaves out what repeats the owner: %s of %s', (name, owner, shown) => {
    expect(nameIn(54, name, owner)).toBe(shown);
  });

  it.each([
    ['ledgers-config', 'ledger'],
    ['ledger-configuration', ''],
    ['ledger-configuration', undefined],
    ['checkout-config-of-all', 'checkout-config-of-all'],
  ])('is else cut in its middle: %s of %s', (name, owner) => {
    const shown = nameIn(54, name, owner);
    expect(shown).toMatch(/^[^…]+…[^…]+$/);
    expect(name.startsWith(shown.split('…')[0] ?? '?')).toBe(true);
  });

  it('is cut in its middle where its own part is too long, too', () => {
    expect(nameIn(54, 'checkout-session-store-credentials', 'checkout')).toMatch(/^-\w+…\w+$/);
  });

  it.each([
    ['web-6c9f7b54d8', 'web', /^…\w*54d8$/],
    ['report-29384412', 'report', /^…\d*4412$/],
    ['web-6c9f7b54d8-wgmw9', 'web-6c9f7b54d8', /^…\w*mw9$/],
    ['web-credentials', 'web', /^-cr\w*…\w*ls$/],
    ['web-2938', 'web', /^-2938$/],
  ])('of a generated part shows the end: %s of %s', (name, owner, shown) => {
    expect(nameIn(42, name, owner)).toMatch(shown);
  });

  it.each([
    ['ledger-db-5', 'ledger-5', '-db-5'],
    ['ledger-config-5', 'ledger-5', '-config'],
    ['ledger-db-0-5', 'ledger-db-5', '-db-0-5'],
    ['acquirer-key-3', 'checkout-3', /^acq\w*…\w*ey$/],
    ['data-ledger-db-0-5', 'ledger-db-5', /^data-?…[\w-]*0$/],
    ['data-ledger-db-1-5', 'ledger-db-5', /^data-?…[\w-]*1$/],
    ['fraud-check-6ccb4h5rm7-4', 'fraud-check-4', /^…\w*5rm7$/],
    ['fraud-check-6ccb4h5rm7-xbkk-4', 'fraud-check-6ccb4h5rm7-4', '-xbkk-4'],
    ['ledger-5-5', 'ledger-5', '-5-5'],
  ])('leaves out what repeats the end of the owner: %s of %s', (name, owner, shown) => {
    expect(nameIn(46, name, owner)).toMatch(
      shown instanceof RegExp ? shown : new RegExp(`^${shown}$`),
    );
  });

  it('tells siblings apart, whose names begin and end as that of their owner', () => {
    const siblings = [
      'config',
      'credentials',
      'db',
      'snapshots',
      'b2w6r',
      'gs5m8smfgc',
      'x2vwqrtdnq',
    ];
    for (const room of [40, 44, 54, 70]) {
      const shown = siblings.map((own) => nameIn(room, `ledger-${own}-5`, 'ledger-5'));
      expect(new Set(shown).size).toBe(siblings.length);
    }
  });

  it('shows what would turn the direction of text as a sign', () => {
    expect(nameIn(300, 'a-\u202Eb', 'a')).not.toContain('\u202E');
    expect(nameIn(60, 'aaaaaaaaaaaaaaaa-\u202Eb', 'aaaaaaaaaaaaaaaa')).not.toContain('\u202E');
  });
});

it('a stack without room for its name has the short name of its kind', () => {
  const pods = Array.from({ length: 12 }, (_, at) =>
    record({ uid: `${at}`, kind: 'PersistentVolumeClaim' }),
  );
  const [stack] = stackSiblings(rowsOf(pods)).stacks.values();
  if (!stack) throw new Error('The siblings make no stack.');
  setFont(brush, 10.5, 550);
  expect(fittingStackName(near, stack, 200)).toBe('12 PersistentVolumeClaims');
  expect(fittingStackName(near, stack, 54)).toBe('12 pvc');
  expect(fittingStackName(brush, stack, 200)).toBe('12 pvc');
  const ofPods = { ...stack, kind: ['v1', 'Pod'] } as const;
  const podNames = [60, 36, 20].map((room) => fittingStackName(brush, ofPods, room));
  expect(podNames).toEqual(['12 Pods', '12 po', '12']);
  expect(fittingStackName(brush, stack, 54)).toBe('12 pvc');
  // Rather its kind than that it is old.
  const oldNames = [64, 44].map((room) => fittingStackName(brush, { ...stack, isOld: true }, room));
  expect(oldNames).toEqual(['12 old pvc', '12 pvc']);
  const many = { ...stack, members: Array.from({ length: 1512 }, (_, at) => `${at}`) };
  for (const name of ['1,512 pvc', '1.5K pvc', '1.5K']) {
    expect(fittingStackName(brush, many, textWidth(brush, name))).toBe(name);
  }
  expect(fittingStackName(brush, { ...many, kind: ['x.y/v1', 'Widget'] }, 46)).toBe('1.5K');
});

it('while cards have one line, a kind has its short name wherever it stands; nearer it is whole where it fits', () => {
  for (const each of [brush, near]) {
    setFont(each, 9, 450);
    expect(wholeKind(each, 'EndpointSlice', 72)).toBe('EndpointSlice');
    expect(wholeKind(each, 'PersistentVolumeClaim', 72)).toBe('pvc');
    expect(wholeKind(each, 'ResourceOfAVeryLongName', 72)).toBeUndefined();
    // The short name of a Pod saves nothing.
    expect(wholeKind(each, 'Pod', 72)).toBe('Pod');
  }
  expect([brush, near].map((each) => wholeKind(each, 'ReplicaSet', 72))).toEqual([
    'rs',
    'ReplicaSet',
  ]);
});

it('a kind without room is cut if its glyph are letters, and else left out', () => {
  setFont(brush, 9, 450);
  const backups = { apiVersion: 'example.com/v1', kind: 'DatabaseBackupSchedule' };
  expect(fittingKind(brush, backups, 60)).toMatch(/^Data\w*…\w+e$/);
  expect(fittingKind(brush, backups, 20)).toBeUndefined();
  const slice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' };
  expect(fittingKind(brush, slice, 50)).toBeUndefined();
});
