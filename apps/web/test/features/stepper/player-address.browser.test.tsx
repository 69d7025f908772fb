import { describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { detail, intervene, startPlayer } from '../../support/player-page.ts';
import { press } from '../../support/press.ts';
import { webOfTheShop } from '../../support/simulate.ts';
import { endApp, type Started } from '../../support/start-app.tsx';

const { uid: WEB } = webOfTheShop();
const PLAYER = `/simulate/${WEB}?policy=Foreground&step=5`;

async function start(path: string): Promise<Started> {
  const started = await startPlayer(path);
  await expect.element(speed()).toBeVisible();
  return started;
}

const speed = (): Locator => page.getByRole('combobox', { name: 'Speed' });
const verbosity = (): Locator => page.getByRole('combobox', { name: 'Verbosity' });
const line = (): Locator => page.getByRole('separator', { name: 'Height of the details' });

async function stands(how: {
  readonly speed: string;
  readonly verbosity: string;
  readonly details: number;
}): Promise<void> {
  await expect.element(speed()).toHaveValue(how.speed);
  await expect.element(verbosity()).toHaveValue(how.verbosity);
  await expect.element(line()).toHaveAttribute('aria-valuenow', String(how.details));
}

describe('the address of the step player', { timeout: 60_000 }, () => {
  it('says how fast it runs, how much the log tells, how high the details are, and that one intervenes', async () => {
    await start(`${PLAYER}&speed=4&v=2&details=60&stepin=open`);
    await stands({ speed: '4', verbosity: '2', details: 60 });
    await expect.element(intervene()).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('region', { name: 'What if' })).toBeVisible();
    const body = document.querySelector('.simulate-body')?.clientHeight ?? 0;
    expect(detail().element().clientHeight / body).toBeCloseTo(0.6, 1);
    expect(document.querySelectorAll('.banner')).toHaveLength(0);
  });

  it('follows what is chosen without a step of its own in the history, and drops what is usual', async () => {
    const { address, history } = await start(PLAYER);
    await stands({ speed: '1', verbosity: '5', details: 38 });
    await speed().selectOptions('½×');
    await verbosity().selectOptions('-v=2');
    await intervene().click();
    await press(line(), '{ArrowUp}{ArrowUp}');
    await eventually(() =>
      expect(address()).toContain('&sim=fork-1&speed=0.5&v=2&details=46&stepin=open'),
    );
    await stands({ speed: '0.5', verbosity: '2', details: 46 });
    await speed().selectOptions('1×');
    await verbosity().selectOptions('-v=5');
    await intervene().click();
    await press(line(), '{ArrowDown}{ArrowDown}');
    await eventually(() => expect(address()).toBe(`${PLAYER}&sim=fork-1`));
    expect(history.length).toBe(1);
  });

  it('holds what is folded; the map gets its room, and the sentence of the step stays', async () => {
    const { address, history } = await start(`${PLAYER}&fold=steps`);
    const map = page.getByRole('region', { name: 'Map of the simulation' });
    await expect
      .element(page.getByRole('button', { name: 'Steps' }))
      .toHaveAttribute('aria-pressed', 'false');
    await expect.element(page.getByRole('region', { name: 'Steps' })).not.toBeInTheDocument();
    expect(map.element().clientWidth).toBe(window.innerWidth);
    const before = map.element().clientHeight;
    await page.getByRole('button', { name: 'Details' }).click();
    await eventually(() => expect(address()).toContain('&fold=steps,details'));
    await expect.element(line()).not.toBeInTheDocument();
    await expect.element(page.getByText('Collector’s log')).not.toBeVisible();
    await expect.element(detail().getByText(/delete worker/)).toBeVisible();
    expect(map.element().clientHeight).toBeGreaterThan(before + 150);
    await page.getByRole('button', { name: 'Steps' }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    await eventually(() => expect(address()).toBe(`${PLAYER}&sim=fork-1`));
    expect(history.length).toBe(1);
  });

  it('holds the height once the line was dragged, and not every height on the way', async () => {
    const { address, history } = await start(PLAYER);
    const said = new Set<string | null>();
    const stop = history.subscribe(({ location }) =>
      said.add(new URLSearchParams(location.search).get('details')),
    );
    const place = line().element().getBoundingClientRect();
    const at = (y: number): PointerEventInit => ({
      bubbles: true,
      pointerId: 1,
      clientX: place.left + 200,
      clientY: place.top + y,
    });
    // A pointer that no hand moves cannot be captured.
    const target = line().element() as HTMLElement;
    target.setPointerCapture = () => undefined;
    target.hasPointerCapture = () => true;
    target.dispatchEvent(new PointerEvent('pointerdown', at(0)));
    for (let y = 0; y >= -120; y -= 6) {
      target.dispatchEvent(new PointerEvent('pointermove', at(y)));
      await new Promise(requestAnimationFrame);
    }
    const details = Number(line().element().getAttribute('aria-valuenow'));
    expect(details).toBeGreaterThan(44);
    await eventually(() => expect(address()).toContain(`details=${details}`));
    stop();
    // The address says few of some ten heights; a busy machine may rest on the way.
    expect(said.size).toBeLessThan(5);
    expect(history.length).toBe(1);
  });

  it('leads back and forth', async () => {
    const { address, history } = await start(`${PLAYER}&speed=4&v=2&details=60`);
    await stands({ speed: '4', verbosity: '2', details: 60 });
    await page.getByRole('radio', { name: 'Orphan' }).click();
    await eventually(() => expect(address()).toContain('policy=Orphan&step=0'));
    await page.getByRole('button', { name: 'Step 3', exact: true }).click();
    await speed().selectOptions('2×');
    await verbosity().selectOptions('-v=4');
    await press(line(), '{ArrowDown}');
    await eventually(() => expect(address()).toMatch(/step=3.*speed=2&v=4&details=56$/));
    history.back();
    await eventually(() => expect(address()).toContain('policy=Foreground'));
    await stands({ speed: '4', verbosity: '2', details: 60 });
    history.forward();
    await eventually(() => expect(address()).toContain('policy=Orphan'));
    await stands({ speed: '2', verbosity: '4', details: 56 });
  });

  it('says the height that this browser remembers; that of a link is not remembered', async () => {
    const first = await start(PLAYER);
    await press(line(), '{ArrowUp}{ArrowUp}');
    await eventually(() => expect(first.address()).toContain('details=46'));
    await leave();
    await start(`${PLAYER}&details=30`);
    await stands({ speed: '1', verbosity: '5', details: 30 });
    await leave();
    const third = await start(PLAYER);
    await eventually(() => expect(third.address()).toContain('details=46'));
  });
});

/** Ends the page, but not what the browser remembers. */
async function leave(): Promise<void> {
  const kept = Object.entries(localStorage);
  await endApp();
  for (const [key, text] of kept) localStorage.setItem(key, text);
}
