import type { browser } from '../../../../../tools/src/served-program.ts';
import type { HeldChain, Left } from './held-chain.ts';

type Browser = Awaited<ReturnType<typeof browser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** For a page to do what it was asked for; the machine may be busy. Milliseconds. */
const WITHIN = 60_000;

const OUTCOMES = [
  'Deleted',
  'Still being deleted',
  'Orphaned',
  'Kept by another owner',
  'Left alone (owner not looked up)',
  'Unchanged',
] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What becomes of each object, by `namespace/name`, in the words of the page. */
export interface Described {
  /** The group in which it stands before the first step. */
  readonly forecast: ReadonlyMap<string, Outcome>;
  /** Whether it is there after the last step, with its finalizers. */
  readonly end: ReadonlyMap<string, string>;
}

/** Opens the simulated deletion, lets it run to its end as a person would, and reads what it says of every object. */
export async function readSimulation(page: Page, url: string): Promise<Described> {
  await page.goto(url);
  const player = page.getByRole('region', { name: 'Player' });
  const place = player.getByText(/^step \d+ of \d+/).first();
  await place.waitFor({ timeout: WITHIN });
  const steps = /of (\d+)/.exec((await place.textContent()) ?? '')?.[1];
  const reach = (step: string | undefined): Promise<void> =>
    player.getByText(`step ${step} of ${steps}`, { exact: true }).waitFor({ timeout: WITHIN });

  await player.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
  await player.getByRole('button', { name: 'Run', exact: true }).click();
  await reach(steps);
  await page.keyboard.press('Home');
  await reach('0');

  const forecast = new Map<string, Outcome>();
  for (const outcome of OUTCOMES) {
    const links = page.getByRole('region', { name: outcome, exact: true }).getByRole('link');
    for (const name of await links.allTextContents()) forecast.set(name, outcome);
  }
  const end = new Map<string, string>();
  const picked = page.getByRole('complementary', { name: 'Selected object' });
  for (const name of forecast.keys()) {
    const detail = page.getByRole('region', { name: 'Outcome' });
    await detail.getByRole('link', { name, exact: true }).click();
    await picked.getByRole('link', { name, exact: true }).waitFor({ timeout: WITHIN });
    await page.keyboard.press('End');
    await reach(steps);
    end.set(name, stateIn((await picked.getByRole('paragraph').allTextContents()).join('\n')));
    await page.keyboard.press('Home');
    await reach('0');
  }
  return { forecast, end };
}

/** What the page would have to say for this to be the end. */
export function describeEnd({ members }: HeldChain, end: readonly Left[]): Described {
  const forecast = new Map<string, Outcome>();
  const states = new Map<string, string>();
  for (const [object, { namespace, name, ownerReferences = [] }] of members) {
    const left = end.find((each) => each.object === object);
    forecast.set(`${namespace}/${name}`, outcomeOf(left, ownerReferences.length));
    states.set(`${namespace}/${name}`, left === undefined ? 'gone' : stateOf(left));
  }
  return { forecast, end: states };
}

function outcomeOf(left: Left | undefined, owners: number): Outcome {
  if (left === undefined) return 'Deleted';
  if (left.terminating) return 'Still being deleted';
  if (left.owners.length === owners) return 'Unchanged';
  return left.owners.length === 0 ? 'Orphaned' : 'Kept by another owner';
}

function stateIn(text: string): string {
  if (text === 'Does not exist at this step.') return 'gone';
  const finalizers = / · finalizers (.*)$/.exec(text)?.[1]?.split(', ') ?? [];
  return stateOf({ finalizers, terminating: text.includes('waits for ') });
}

function stateOf({ finalizers, terminating }: Pick<Left, 'finalizers' | 'terminating'>): string {
  return [terminating ? 'terminating' : 'there', ...finalizers].join(' ');
}
