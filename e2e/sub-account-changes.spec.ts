import type { Page } from 'playwright/test';
import { payClient, setFault, subAccountNames, traderOn } from './second-client.ts';
import { expect, expectWholeBook, panel, test } from './testing/fathom-fixture.ts';

/** room for a machine that others use as well */
const patient = { timeout: 180_000 };

test.use({ isRecording: true });

/** When the archive took its newest balance snapshot; null: none yet. */
async function snapshotMs(page: Page): Promise<number | null> {
  return await page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bridge of the page, which e2e has no type for
    const { desk } = window as unknown as { desk: { call: (name: string, input: unknown) => Promise<unknown> } };
    const profiles = JSON.stringify(await desk.call('profiles.list', {}));
    const profileId = /"activeId":"([^"]+)"/u.exec(profiles)?.[1] ?? '';
    const status = JSON.stringify(await desk.call('archive.status', { profileId }));
    const found = /"snapshot":\{"atMs":(\d+)/u.exec(status)?.[1];
    return found === undefined ? null : Number(found);
  });
}

test('the change history has a change of a sub-account that happened while no window showed the sub-accounts', async ({
  startFathom,
}) => {
  test.setTimeout(600_000);
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  await expectWholeBook(page);
  await expect.poll(() => snapshotMs(page), patient).not.toBeNull();
  const firstMs = (await snapshotMs(page)) ?? 0;

  const practice = await fathom.practice;
  const trader = traderOn(practice, 'spot');
  const client = await payClient(trader, '250');
  // its people open further accounts while it runs, and rename one to deskecho
  const names = new Set(await subAccountNames(trader));
  const findOpened = async () =>
    (await subAccountNames(trader)).find(name => /^desk(?!echo)/u.test(name) && !names.has(name)) ?? '';
  let opened = '';
  // each read takes a hundredth of the pool that the archive reads from as well
  const seldom = { ...patient, intervals: [5000] };
  await expect.poll(async () => (opened = await findOpened()), seldom).not.toBe('');
  // the next snapshot is due by the clock of the exchange
  await setFault(practice.control, { fault: 'clock-skew', ms: 61 * 60_000 });
  await expect.poll(async () => ((await snapshotMs(page)) ?? 0) > firstMs, patient).toBe(true);

  await page.keyboard.press('Alt+3');
  const changes = panel(page, 'Changes');
  const change = changes.getByRole('listitem').filter({ hasText: `${client} balance change` });
  // wallet and both amounts are those of two balance snapshots
  await expect(change.filter({ hasText: /\+250 USDT \(main .* → / })).toHaveCount(1, patient);
  const added = changes.getByRole('listitem').filter({ hasText: opened });
  await expect(added.filter({ hasText: 'is new' })).toHaveCount(1, patient);
  // an hour without a snapshot is a gap
  await expect(changes).toContainText(/The archive covers since .*Rows may be missing: /);
});
