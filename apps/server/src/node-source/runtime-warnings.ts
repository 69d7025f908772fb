import type { NodeWarning } from '@gcscope/gc-core';
import { visibleText } from '@gcscope/gc-core/wire';
import type { RuntimeLists } from './runtime-node.ts';

/** Answers of a runtime that differ from the specification of CRI. */
export function runtimeWarnings({ containers, sandboxes }: RuntimeLists): NodeWarning[] {
  const found = [
    oddStates('container', 'UNKNOWN', containers),
    oddStates('sandbox', 'NOTREADY', sandboxes),
    listedTwice([...containers, ...sandboxes]),
  ];
  return found.filter((warning) => warning !== undefined);
}

function oddStates(
  what: string,
  counted: string,
  items: readonly { readonly id: string; readonly oddState?: string }[],
): NodeWarning | undefined {
  const odd = items.filter(({ oddState }) => oddState !== undefined);
  if (odd.length === 0) return undefined;
  const states = [...new Set(odd.map(({ oddState = '' }) => visibleText(oddState).slice(0, 60)))];
  return {
    rule: what === 'container' ? 'C-7' : 'S-1',
    text: `The runtime reports a ${what} state that CRI v1 does not know (${states.slice(0, 5).join(', ')}); it counts as ${counted}.`,
    ids: odd.map(({ id }) => id),
  };
}

function listedTwice(items: readonly { readonly id: string }[]): NodeWarning | undefined {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of items) (seen.has(id) ? twice : seen).add(id);
  if (twice.size === 0) return undefined;
  return {
    text: 'The runtime lists some ids more than once; only the first entry of each counts.',
    ids: [...twice],
  };
}
