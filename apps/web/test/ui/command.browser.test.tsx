import '../../src/ui/base.css';
import '../../src/ui/controls.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Command } from '../../src/ui/Command.tsx';

const UID = '8e71d5a7-b657-4ea3-a242-31e1ec51f3a7';
const PATCH = `kubectl patch pods/web -n shop --type=json -p '[{"op":"test","path":"/metadata/uid","value":"${UID}"},{"op":"remove","path":"/metadata/ownerReferences/0"}]'`;

it('a command breaks between the members of its JSON, and is selected as it is', async () => {
  await render(
    <div style={{ width: 460 }}>
      <Command text={PATCH} what="the command" />
    </div>,
  );
  await expect.element(page.getByRole('button')).toBeVisible();
  const code = document.querySelector('.command code') as HTMLElement;
  expect(code.textContent).toBe(PATCH);
  getSelection()?.selectAllChildren(code);
  expect(getSelection()?.toString()).toBe(PATCH);
  const members = [...code.querySelectorAll('.command-member')];
  expect(members.map(({ textContent }) => textContent)).toEqual([
    '-n shop',
    ...[`'[{"op":"test",`, `"path":"/metadata/uid",`, `"value":"${UID}"},`],
    ...[`{"op":"remove",`, `"path":"/metadata/ownerReferences/0"}]'`],
  ]);
  const line = Number.parseFloat(getComputedStyle(code).lineHeight);
  for (const each of members) expect(each.getBoundingClientRect().height).toBeLessThan(1.5 * line);
  expect(code.getBoundingClientRect().height).toBeGreaterThan(3 * line);
});

it('each line of several begins further left than what has no room in a line, and all are selected as they are', async () => {
  const lines = ['kubectl describe pods/web -n payments-eu', 'kubectl describe pods/web -n shop'];
  await render(
    <div style={{ width: 300 }}>
      <Command text={lines.join('\n')} what="all commands" />
    </div>,
  );
  await expect.element(page.getByRole('button')).toBeVisible();
  const code = document.querySelector('.command code') as HTMLElement;
  expect(code.textContent).toBe(lines.join('\n'));
  getSelection()?.selectAllChildren(code);
  expect(getSelection()?.toString()).toBe(lines.join('\n'));
  const line = Number.parseFloat(getComputedStyle(code).lineHeight);
  // No empty line between them.
  expect(code.clientHeight).toBeLessThan(4.9 * line);
  const text = document.createRange();
  text.selectNodeContents(code.querySelector('.command-line') as HTMLElement);
  const [first, ...rest] = [...text.getClientRects()].filter(({ width }) => width > 1);
  const below = rest.filter(({ top }) => top > (first?.top ?? 0) + 4);
  expect(below.length).toBeGreaterThan(0);
  const namespaces = [...code.querySelectorAll('.command-member')];
  expect(namespaces.map(({ textContent }) => textContent)).toEqual(['-n payments-eu', '-n shop']);
  for (const each of namespaces) {
    expect(each.getBoundingClientRect().height).toBeLessThan(1.5 * line);
  }
  for (const each of below) expect(each.left).toBeGreaterThan((first?.left ?? 0) + 8);
});
