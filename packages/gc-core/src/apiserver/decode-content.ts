import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import { field, isJsonMap } from './json-value.ts';
import { protectsStatus } from './spec-and-status.ts';

/** A field of the wrong type, and the words for what it must be. */
export interface ContentFault {
  readonly path: readonly string[];
  readonly words: string;
}

/** A form that the value at a path must have; absent and `null` fit every form. */
interface TypedField extends ContentFault {
  readonly fits: (value: unknown) => boolean;
}

/** What is read of built-in kinds beside their metadata, or what tells a faulty manifest at a glance. */
const TYPED: ReadonlyMap<string, readonly TypedField[]> = new Map([
  ['/configmaps', [texts('data'), texts('binaryData')]],
  ['/secrets', [texts('data'), texts('stringData')]],
  ['/namespaces', [textList('spec', 'finalizers'), text('status', 'phase')]],
  [
    '/pods',
    [
      text('spec', 'nodeName'),
      {
        path: ['spec', 'terminationGracePeriodSeconds'],
        fits: Number.isSafeInteger,
        words: 'a whole number',
      },
      text('status', 'phase'),
    ],
  ],
]);

const MAPS: readonly TypedField[] = ['spec', 'status'].map((name) => ({
  path: [name],
  fits: isJsonMap,
  words: 'an object',
}));

/** The first field of a built-in kind that has the wrong type, or `undefined`. Of custom kinds no field is typed. */
export function contentFault(resource: ApiResource, object: object): ContentFault | undefined {
  const fields = [
    ...(protectsStatus(resource) ? MAPS : []),
    ...(TYPED.get(groupResource(resource)) ?? []),
  ];
  return fields.find(({ path, fits }) => {
    const value = valueAt(object, path) ?? undefined;
    return value !== undefined && !fits(value);
  });
}

function valueAt(object: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isJsonMap(value) ? field(value, key) : undefined),
    object,
  );
}

function text(...path: string[]): TypedField {
  return { path, fits: (value) => typeof value === 'string', words: 'a string' };
}

function textList(...path: string[]): TypedField {
  const fits = (value: unknown): boolean => Array.isArray(value) && value.every(isTextOrNull);
  return { path, fits, words: 'a list of strings' };
}

function texts(...path: string[]): TypedField {
  const fits = (value: unknown): boolean =>
    isJsonMap(value) && Object.values(value).every(isTextOrNull);
  return { path, fits, words: 'an object of strings' };
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
