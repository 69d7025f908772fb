import type { DeletionState, TerminatingReport, Uid } from '@gcscope/gc-core/wire';
import { expect, test } from './support/journey.ts';

/** The word of a deletion in lists and pictures; what is unclear has the mark of what is terminating. */
const WORDS: Readonly<Record<DeletionState, string>> = {
  blocked: 'blocked',
  slow: 'terminating',
  unknown: 'terminating',
};

test('Panels, rows and the picture say of each deletion what the report says', async ({
  page,
  request,
}) => {
  const reported = async (): Promise<Map<Uid, string>> => {
    const answer = await request.get('/api/v1/terminating');
    const { objects } = (await answer.json()) as TerminatingReport;
    return new Map(objects.map(({ object, state }) => [object.uid, WORDS[state]]));
  };
  /** The word on the card of each object that the picture shows as being deleted. */
  const drawn = (): Promise<Map<Uid, string>> =>
    request.get('/graph.svg').then(async (answer) => {
      await page.setContent(await answer.text());
      return new Map(
        await page
          .locator('svg a:is(.terminating, .blocked):not(.stack)')
          .evaluateAll((cards) =>
            cards.map((card): [string, string] => [
              decodeURIComponent(card.getAttribute('href')?.split('/o/')[1] ?? ''),
              card.querySelector('.word')?.textContent ?? '',
            ]),
          ),
      );
    });
  const report = await reported();
  expect(report.size).toBeGreaterThan(5);
  // What goes by itself may do so between two requests.
  await expect(async () => expect(await drawn()).toEqual(await reported())).toPass();

  const blocked = [...report].filter(([, word]) => word === 'blocked');
  expect(blocked).toHaveLength(6);
  const deletion = '.state-word:is([data-state=terminating], [data-state=blocked])';
  for (const [uid] of blocked) {
    await page.goto(`/o/${encodeURIComponent(uid)}?view=list`);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect(panel.locator(`.panel-head ${deletion}`)).toHaveText('blocked');
    for (const row of await panel.locator('.relative').all()) {
      const [of = ''] = (await row.getAttribute('href'))?.split('/o/')[1]?.split('?') ?? [];
      const said = report.get(decodeURIComponent(of));
      await expect(row.locator(deletion)).toHaveText(said === undefined ? [] : [said]);
    }
  }

  await page.goto('/?view=list&state=blocked,terminating');
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  /** The word in the row of each object in deletion. */
  const listed = async (): Promise<Map<Uid, string>> =>
    new Map(
      await rows.evaluateAll(
        (all, word) =>
          all.map((row): [string, string] => [
            decodeURIComponent(
              row
                .querySelector('a')
                ?.getAttribute('href')
                ?.split(/\/o\/|\?/)[1] ?? '',
            ),
            [...row.querySelectorAll(word)].map(({ textContent }) => textContent).join(),
          ]),
        deletion,
      ),
    );
  await expect(async () => expect(await listed()).toEqual(await reported())).toPass();
});
