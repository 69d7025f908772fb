import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { detail, intervene, player } from '../support/player-page.ts';
import { endApp, mapOnPage, startAlone } from '../support/start-app.tsx';

/** The small picture of a scene, as SVG. */
function pictureOf(scene: Locator): string {
  return decodeURIComponent(scene.element().querySelector('img')?.src ?? '');
}

describe('scenes', { timeout: 60_000 }, () => {
  it('are listed by chapter with small pictures, found by their words, and opened, without a server', async () => {
    const { address } = await startAlone('/scenes');
    const chapters = page.getByRole('navigation', { name: 'Chapters' });
    await expect.element(chapters.getByRole('link', { name: /^Incidents \d+$/ })).toBeVisible();
    const first = page.getByRole('region', { name: 'Asked most often' });
    await expect.element(first.getByRole('link')).toHaveLength(18);
    const foreground = page
      .getByRole('link', { name: /^Foreground deletion step by step ?v1\.36/ })
      .first();
    await eventually(() => {
      const picture = pictureOf(foreground);
      expect(picture).toContain('terminating');
      expect(picture).toContain('deploy-a');
    });
    const node = page.getByRole('region', { name: 'On a node' }).getByRole('link').first();
    node.element().scrollIntoView();
    await eventually(() => expect(pictureOf(node)).toContain('<g class="goes">'));
    await page.getByRole('searchbox', { name: 'Find a scene' }).fill('redis wrong dependent');
    await expect.element(page.getByRole('region', { name: 'Incidents' })).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Walk-throughs' }))
      .not.toBeInTheDocument();
    await page.getByRole('searchbox', { name: 'Find a scene' }).fill('zebra and quagga');
    await expect.element(page.getByText('No scene matches “zebra and quagga”.')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a scene' }).fill('foreground step v1.36');
    await eventually(() => expect(address()).toBe('/scenes?q=foreground%20step%20v1.36'));
    await foreground.click();
    await eventually(() => expect(address()).toBe('/scenes/foreground-v1.36?step=3'));
    // The description comes first when a person opens a scene.
    const about = page.getByRole('region', { name: 'About this scene' });
    await expect.element(about).toBeVisible();
    await expect.element(detail()).toHaveTextContent(/Next step: A user deletes Deployment/);
    await userEvent.keyboard('{ArrowRight}');
    // The panes of a step come first at that step.
    await expect.element(detail()).toHaveTextContent(/What changed.*About this scene/);
  });

  it('begin at the chapter in the address, which comes late', async () => {
    await startAlone('/scenes#incidents');
    const chapter = page.getByRole('heading', { name: /^Incidents \d+$/ });
    await expect.element(chapter).toBeVisible();
    await eventually(() => {
      const { top } = chapter.element().getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(300);
    });
  });

  it.each([1440, 1100, 390])(
    'say how they begin in whole words, none cut off, at %i px',
    async (width) => {
      await startAlone('/scenes');
      await page.viewport(width, 900);
      const beginnings = page.getByRole('region', { name: 'Incidents' });
      await expect.element(beginnings).toBeVisible();
      for (const each of document.querySelectorAll('.scene-about')) {
        expect(each.textContent).toMatch(/^$|[.?!:]$|\S…$/);
        expect(each.scrollHeight, each.textContent).toBeLessThanOrEqual(each.clientHeight + 1);
      }
    },
  );

  it('give their story room to be read', async () => {
    await startAlone('/scenes/foreground-v1.36');
    const about = page.getByRole('region', { name: 'About this scene' });
    await expect.element(about).toBeVisible();
    expect(about.element().getBoundingClientRect().height).toBeGreaterThan(290);
  });

  it('are found by the words in the address, which a scene leaves behind and the way back finds again', async () => {
    const { address, history } = await startAlone('/scenes?q=redis%20wrong%20dependent');
    const words = page.getByRole('searchbox', { name: 'Find a scene' });
    await expect.element(words).toHaveValue('redis wrong dependent');
    await page.getByRole('region', { name: 'Incidents' }).getByRole('link').first().click();
    await expect.element(player()).toBeVisible();
    expect(address()).not.toContain('q=');
    history.back();
    await expect.element(words).toHaveValue('redis wrong dependent');
    await words.fill('');
    await eventually(() => expect(address()).toBe('/scenes'));
    expect(history.length).toBe(2);
  });

  it('are reached by a link to the exact step, tell their story, and compare their policy with the others', async () => {
    const { address } = await startAlone('/scenes/foreground-v1.36?step=4');
    await expect
      .element(detail())
      .toHaveTextContent(/The API server sets the deletionTimestamp and the finalizer/);
    await expect.element(detail()).toHaveTextContent(/A user deletes Deployment shop\/deploy-a/);
    await eventually(() => expect(mapOnPage()?.nodes()).toHaveLength(3));
    await userEvent.keyboard('{Home}');
    const about = page.getByRole('region', { name: 'About this scene' });
    await expect.element(about).toHaveTextContent(/dependents go before their owners/);
    await expect.element(about.getByText('A DELETE only asks.', { exact: true })).toBeVisible();
    await expect.element(about).not.toHaveTextContent(/\*/);
    await expect.element(about.getByRole('link', { name: 'FG-02' })).toBeVisible();
    // Nobody has looked yet: the map shows what the API server has.
    await eventually(() => expect(mapOnPage()?.nodes('[mark = "calm"]')).toHaveLength(3));
    await expect
      .element(about)
      .toHaveTextContent(
        /an orphan deletion\. ?Compare with Background or Orphan\. ?Rules: API-14/,
      );
    await about.getByRole('link', { name: 'Background' }).click();
    // Two maps need the room of the details.
    await eventually(() =>
      expect(address()).toMatch(/beside=Background.*fold=details|fold=details.*beside=Background/),
    );
    const compared = page.getByRole('combobox', { name: 'Compare with' });
    await expect.element(compared).toHaveValue('Background');
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).toBe('/scenes'));
  });

  it('explain the words that their story does not, name public issues, and lead to the next one', async () => {
    const know = page.getByRole('region', { name: /words to know/i });
    await startAlone('/scenes/orphan-changed-to-foreground?step=3');
    await expect.element(know).toHaveTextContent(/metadata\.finalizers/);
    await expect.element(know).toHaveTextContent(/Orphan: Deletes only the object\./);
    await expect.element(know).not.toHaveTextContent(/Cluster-scoped/);
    await endApp();
    const { address } = await startAlone('/scenes/foreground-v1.36?step=3');
    await expect.element(know).toHaveTextContent(/delete worker/);
    await expect.element(know).not.toHaveTextContent(/metadata\.finalizers/);
    await userEvent.keyboard('{End}');
    await page.getByRole('link', { name: 'Next scene' }).click();
    await eventually(() => expect(address()).toMatch(/^\/scenes\/orphan-v1.36/));
    await endApp();
    await startAlone('/scenes/redis-in-stages-v1.13?step=0');
    await expect
      .element(page.getByRole('link', { name: 'kubernetes/kubernetes#65200' }))
      .toHaveAttribute('href', 'https://github.com/kubernetes/kubernetes/issues/65200');
  });

  it('[MO-01] what a restarted collector forgot is not gone', async () => {
    await startAlone('/scenes/redis-in-stages-v1.13?step=9&legend=open');
    await expect.element(detail()).toHaveTextContent(/The collector restarts/);
    await eventually(() => expect(mapOnPage()?.nodes('[mark = "forgotten"]')).toHaveLength(3));
    const meaning = page.getByText('forgotten: exists, but the collector');
    await expect.element(meaning).toBeVisible();
    const sample = meaning.element().closest('li')?.querySelector('.legend-card');
    expect(sample && getComputedStyle(sample).borderStyle).toBe('dotted');
    const uid = mapOnPage()?.nodes('[mark = "forgotten"]').first().data('uid');
    await endApp();
    await startAlone(`/scenes/redis-in-stages-v1.13?step=9&sel=${uid}`);
    await expect
      .element(page.getByRole('complementary', { name: 'Selected object' }))
      .toHaveTextContent('Exists, but the collector no longer knows it at this step.');
  });

  it('a scene that cannot be played in a release says so', async () => {
    await startAlone('/scenes/foreground-v1.36?release=v1.4');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/does not serve/);
    await page.getByRole('link', { name: 'Play the original scene' }).click();
    await expect.element(player()).toHaveTextContent('step 3 of 19');
    // The release is not offered either, also not to compare with.
    for (const label of ['Release', 'Compare with']) {
      await expect.element(page.getByLabelText(label)).not.toHaveTextContent('v1.4');
      await expect.element(page.getByLabelText(label)).toHaveTextContent('v1.13');
    }
  });

  it('show where the order decides', async () => {
    await startAlone('/scenes/redis-cross-namespace-v1.13-exporter-first?step=0');
    await intervene().click();
    const choices = page.getByRole('region', { name: 'Who acts next' });
    await expect.element(choices).toHaveTextContent(/outcome depends on the order/);
    await expect.element(choices).toHaveTextContent(/StatefulSet kube-system\/redis stays/);
    await choices.getByRole('button', { name: /redis-cluster/ }).click();
    await expect.element(page.getByText(/: \d+ unchanged\./).first()).toBeVisible();
  });

  it('one that does not exist is said not to', async () => {
    await startAlone('/scenes/__proto__');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('There is no scene called “__proto__”.');
    expect(document.title).toBe('Scene not found · gcscope');
    await expect.element(page.getByRole('link', { name: 'Show all scenes' })).toBeVisible();
  });
});
