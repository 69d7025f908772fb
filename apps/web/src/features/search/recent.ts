import type { ObjectReference } from '@gcscope/gc-core/wire';
import { rememberedList, useRemembered } from '../../address/remembered-list.ts';

/** An opened object of a cluster, or an opened entry by its id. */
export type Recent =
  | { readonly type: 'object'; readonly server: string; readonly object: ObjectReference }
  | { readonly type: 'entry'; readonly id: string };

const MOST = 8;

const recent = rememberedList<Recent>('gcscope.recent', parseRecent);

/** The recently opened entries, the latest first. */
export function useRecent(): readonly Recent[] {
  return useRemembered(recent);
}

/** Remembers an opened object or entry. */
export function rememberRecent(opened: Recent): void {
  const key = keyOf(opened);
  const others = recent.read().filter((each) => keyOf(each) !== key);
  recent.write([opened, ...others].slice(0, MOST));
}

function keyOf(each: Recent): string {
  return each.type === 'object' ? `object ${each.object.uid}` : `entry ${each.id}`;
}

function parseRecent(value: unknown): Recent | undefined {
  const fields = fieldsOf(value);
  if (fields?.type === 'entry') {
    return typeof fields.id === 'string' ? { type: 'entry', id: fields.id } : undefined;
  }
  const object = fieldsOf(fields?.object);
  if (fields?.type !== 'object' || typeof fields.server !== 'string' || !object) return undefined;
  const { uid, apiVersion, kind, namespace, name } = object;
  const texts = [uid, apiVersion, kind, namespace, name];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const reference = { uid, apiVersion, kind, namespace, name } as ObjectReference;
  return { type: 'object', server: fields.server, object: reference };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
