import type { Page } from 'playwright/test';
import { activeProfileId, askDesk, hearList } from './desk-calls.ts';
import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { practicePids, signal } from './practice-pids.ts';
import { setFault } from './second-client.ts';

test('the exchange is killed and returns: panels report it, recover by themselves, and nothing is sent twice', async ({
  startFathom,
  expectedComplaints,
}) => {
  test.skip(process.platform === 'win32', 'finds and kills a process by ps');
  const { page } = await startFathom();
  const book = panel(page, 'Order book');
  await expectWholeBook(page);
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
  await expect(row).toBeVisible();
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  expectedComplaints.push('net::ERR');

  // an action in flight at the very moment of the kill: whatever became of it, it may count once at most
  const profileId = await activeProfileId(page);
  const bizNo = crypto.randomUUID();
  const action = askDesk(page, 'positions.addMargin', { profileId, symbol: 'XBTUSDTM', amount: '7', bizNo });
  const killing = setInterval(() => {
    for (const pid of practicePids()) process.kill(pid, 'SIGKILL');
  }, 200);
  try {
    await expect(book.getByText('live', { exact: true })).toHaveCount(0);
    await expect(panel(page, 'Positions').getByText('live', { exact: true })).toHaveCount(0);
    // what was known stays on the screen
    await expect(row).toBeVisible();
  } finally {
    clearInterval(killing);
  }

  for (const title of ['Order book', 'Positions', 'Open orders'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 });
  const before = await book.textContent();
  await expect.poll(() => book.textContent()).not.toBe(before);

  await action;
  const journal = JSON.stringify(await askDesk(page, 'intents.list', { profileId }));
  expect(journal.split(bizNo).length - 1).toBeLessThanOrEqual(1);
  const positions = await hearList(page, profileId, 'positions');
  // the exchange that came back is a new one: a repeated action would have moved its position
  expect(/"symbol":"XBTUSDTM".*?"addedMargin":"([^"]+)"/.exec(positions)?.[1]).toBe('0');
});

/** The words of all chips of the window, each with its panel. */
function chipWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('section.panel')].flatMap(section => {
      const word = section.querySelector('.age .age-word')?.textContent;
      return word === undefined ? [] : [`${section.querySelector('.panel-title')?.textContent}: ${word}`];
    }),
  );
}

const liveOnes = async (page: Page) => (await chipWords(page)).filter(text => text.endsWith(': live'));

const chip = (page: Page, title: string, word: string) => panel(page, title).locator('.age', { hasText: word });

/** Panels that say live over rows that are not, read in one moment. */
function livePanelsWithOldContent(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('section.panel')]
      .filter(section => section.querySelector('.age .age-word')?.textContent === 'live')
      .filter(section => section.querySelector('.panel-content-old') !== null)
      .map(section => section.querySelector('.panel-title')?.textContent ?? ''),
  );
}

/** When the newest trade of the tape happened, seconds ago by our clock. */
async function tapeAgeS(page: Page): Promise<number> {
  const title = await panel(page, 'Trades').locator('.tape-rows .tape-time').first().getAttribute('title');
  return (Date.now() - Date.parse((title ?? '').replace(' UTC', 'Z').replace(' ', 'T'))) / 1000;
}

test('the exchange freezes, recovers, is killed and restarts: no panel marks stale data as live, and all are correct afterwards (fault 30)', async ({
  startFathom,
  expectedComplaints,
}) => {
  test.skip(process.platform === 'win32', 'stops and continues processes');
  const { page } = await startFathom();
  expectedComplaints.push('net::ERR');
  const titles = ['Order book', 'Positions', 'Open orders', 'Trades', 'Chart'];
  const areLive = async (timeout: number) => {
    for (const title of titles)
      await expect(panel(page, title).getByText('live', { exact: true }), title).toBeVisible({ timeout });
  };
  await areLive(60_000);
  const orders = rowsOf(page, 'Open orders');
  const seeded = await orders.count();
  expect(seeded).toBeGreaterThan(3);

  signal('SIGSTOP');
  // two seconds of silence and one for an answer; a busy machine may need longer, half a minute is the feed's own pace
  await expect.poll(() => liveOnes(page), { timeout: 25_000 }).toEqual([]);
  await expect(chip(page, 'Positions', 'stale')).toBeVisible({ timeout: 25_000 });
  // one rule for all panels: none is stale much later than another
  for (const title of titles) await expect(chip(page, title, 'stale'), title).toBeVisible();
  await expect(orders).toHaveCount(seeded);

  signal('SIGCONT');
  await areLive(60_000);
  await expect.poll(() => tapeAgeS(page)).toBeLessThan(10);

  signal('SIGSTOP');
  await expect.poll(() => liveOnes(page), { timeout: 25_000 }).toEqual([]);
  signal('SIGKILL');
  const deadline = Date.now() + 2_000;
  while (Date.now() < deadline) {
    expect(await livePanelsWithOldContent(page)).toEqual([]);
    await page.waitForTimeout(100);
  }

  await areLive(60_000);
  // the same seed makes the same world: what was there at the start is there again, all of it
  await expect(orders).toHaveCount(seeded);
  await expect.poll(() => tapeAgeS(page), { timeout: 40_000 }).toBeLessThan(10);
  const book = panel(page, 'Order book');
  const before = await book.textContent();
  await expect.poll(() => book.textContent()).not.toBe(before);
  await expect(page.locator('.panel-content-old')).toHaveCount(0);
});

test('the page is reloaded during an action: the action counts once, and the new page shows it (fault 40)', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  const isLive = (title: string) => expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
  await isLive('Order book');
  await isLive('Positions');
  await isLive('Open orders');
  const profileId = await activeProfileId(page);
  const addedMargin = async () => {
    const positions = await hearList(page, profileId, 'positions');
    return Number(/"symbol":"XBTUSDTM".*?"addedMargin":"([^"]+)"/.exec(positions)?.[1]);
  };
  const before = await addedMargin();
  const bizNo = crypto.randomUUID();
  // it takes effect, and the answer is long in coming
  const path = '/api/v1/position/margin/deposit-margin';
  await setFault(control, { fault: 'rest', method: 'POST', path, isExecuted: true, answer: { kind: 'hang' } });
  let isAnswered = false;
  const input = { profileId, symbol: 'XBTUSDTM', amount: '7', bizNo };
  const action = askDesk(page, 'positions.addMargin', input).then(
    () => {
      isAnswered = true;
    },
    () => undefined, // the page went
  );
  const journal = async () => JSON.stringify(await askDesk(page, 'intents.list', { profileId }));
  await expect.poll(journal).toContain(bizNo);
  expect(isAnswered).toBe(false);
  await page.reload();
  await action;
  expect(isAnswered).toBe(false);

  await isLive('Order book');
  await isLive('Positions');
  await expect.poll(addedMargin).toBe(before + 7);
  // looked up, found, and never sent again
  await expect.poll(journal).toMatch(new RegExp(`${bizNo}.*"found-done"`));
  expect((await journal()).split(`"${bizNo}"`).length - 1).toBe(1);
  expect(await addedMargin()).toBe(before + 7);
});
