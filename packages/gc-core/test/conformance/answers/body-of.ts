import { isJsonMap } from '../../../src/apiserver/json-value.ts';

const REPEATED = /\{\{(.)\*(\d+)\}\}/gu;

/** The body of a request as it is sent: in the list, long texts stand as `{{x*262144}}`. */
export function bodyOf({ body }: { readonly body?: unknown }): unknown {
  return expanded(body);
}

/** A text of a body as it is sent. */
export function written(text: string): string {
  return text.replaceAll(REPEATED, (_, sign: string, times: string) => sign.repeat(Number(times)));
}

function expanded(value: unknown): unknown {
  if (typeof value === 'string') return written(value);
  if (Array.isArray(value)) return value.map(expanded);
  if (!isJsonMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [written(key), expanded(part)]),
  );
}
