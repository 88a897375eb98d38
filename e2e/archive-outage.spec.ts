import type { Page } from 'playwright/test';
import { askDesk } from './desk-calls.ts';
import { advanceTime, setFault } from './second-client.ts';
import { checkIn } from './testing/axe.ts';
import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';

/** room for a machine that others use as well */
const patient = { timeout: 180_000 };
const dayMs = 86_400_000;
const endless = 1_000_000;

test.use({ isRecording: true });

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}
interface Line {
  readonly stream: string;
  readonly sealed: readonly Interval[];
  readonly read: readonly Interval[];
  readonly lost: readonly Interval[];
}
interface Answer {
  readonly value?: { readonly streams: readonly Line[] };
}

/** The HF ledger, which the exchange keeps for three days. */
async function hfLedger(page: Page): Promise<Line> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's documented answer; a test fails loudly if it lies
  const status = (await askDesk(page, 'archive.status', { profileId: 'practice' })) as Answer;
  const line = status.value?.streams.find(({ stream }) => stream === 'hf-ledger');
  return line ?? { stream: 'hf-ledger', sealed: [], read: [], lost: [] };
}

const lengthOf = (parts: readonly Interval[]) => parts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
const firstOf = (parts: readonly Interval[]) => Math.min(...parts.map(({ fromMs }) => fromMs));
const lastOf = (parts: readonly Interval[]) => Math.max(...parts.map(({ toMs }) => toMs));

test('the archive shows as lost what the exchange forgot during an outage, and keeps what was recorded before it', async ({
  startFathom,
}) => {
  test.setTimeout(600_000);
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  const { control } = await fathom.practice;
  await expectWholeBook(page);
  await askDesk(page, 'archive.configure', { isPaused: false, sharePercent: 50 });
  await expect.poll(async () => lengthOf((await hfLedger(page)).sealed), patient).toBeGreaterThan(2.9 * dayMs);

  await setFault(control, { fault: 'rest', answer: { kind: 'reset' }, count: endless });
  await setFault(control, { fault: 'refuse-upgrade', status: 503, count: endless });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toHaveCount(0);
  const before = await hfLedger(page);
  expect(before.lost).toEqual([]);
  await advanceTime(control, 5 * dayMs);
  await setFault(control, { fault: 'reset' });

  await expect.poll(async () => (await hfLedger(page)).lost.length, patient).toBe(1);
  const after = await hfLedger(page);
  // it begins where the coverage ended, and ends where the memory of the exchange began at its return
  const known = [...before.sealed, ...before.read];
  expect(firstOf(after.lost)).toBe(lastOf(known));
  expect(Math.floor(lengthOf(after.lost) / dayMs)).toBe(2);
  const kept = [...after.sealed, ...after.read];
  expect(firstOf(kept)).toBe(firstOf(known));
  expect(lengthOf(kept)).toBeGreaterThanOrEqual(lengthOf(known));

  await page.keyboard.press('Alt+4');
  await page.getByRole('tab', { name: /^Archive/ }).click();
  const archive = panel(page, 'Archive');
  await archive.getByLabel('Time shown').selectOption('last 7 days');
  const row = rowsOf(page, 'Streams of the archive').filter({ hasText: 'HF ledger' });
  const strip = row.getByRole('img', { name: /^sealed \d d, (?:read once [^,]+, )?lost 2 d(?:,|$)/ });
  await expect(strip).toBeVisible(patient);
  const [whole, lost] = [await strip.boundingBox(), await strip.locator('.coverage-lost').boundingBox()];
  expect((lost?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(2 / 7, 1);

  // the same as text
  const issues = archive.getByRole('region', { name: 'Data issues' });
  const ofStream = (name: string) => issues.getByRole('listitem').filter({ hasText: name });
  await expect(ofStream('HF ledger')).toHaveText(/^HF ledger: lost from .+ to .+ \(2 d\)$/);
  await checkIn('dark')(page, 'archive with lost time', archive);
  const group = issues.locator('summary', { hasText: /^Spot fee rates: \d+ issues$/ });
  await expect(ofStream('Spot fee rates BTC-USDT')).toBeHidden();
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(ofStream('Spot fee rates BTC-USDT')).toHaveText(/lost from .+ to .+ \(\d d\)$/);
});
