import { execFileSync } from 'node:child_process';
import { activeProfileId, askDesk } from './door.ts';
import { expect, panel, rowsOf, test } from './desk-fixture.ts';

/** The practice exchange that this Fathom runs: our own child. */
function practicePids(): readonly number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter(line => line.includes('practice-cli'))
    .map(line => Number.parseInt(line, 10));
}

test('the exchange is killed and comes back: panels say so, recover by themselves, and nothing is sent twice', async ({
  startDesk,
  expectedComplaints,
}) => {
  const { page } = await startDesk();
  const book = panel(page, 'Order book');
  await expect(book.getByRole('table', { name: 'Asks' }).getByRole('row')).toHaveCount(21);
  expectedComplaints.push('net::ERR');

  const killing = setInterval(() => {
    for (const pid of practicePids()) process.kill(pid, 'SIGKILL');
  }, 200);
  try {
    await expect(book.getByText(/next try/)).toBeVisible();
    await expect(panel(page, 'Positions').getByText(/next try/)).toBeVisible();
    const row = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
    await expect(row).toBeVisible();
  } finally {
    clearInterval(killing);
  }

  await expect(book.getByText(/next try/)).toHaveCount(0, { timeout: 60_000 });
  await expect(panel(page, 'Positions').getByText(/next try/)).toHaveCount(0, { timeout: 60_000 });
  await expect(panel(page, 'Active orders').getByText(/next try/)).toHaveCount(0, { timeout: 60_000 });
  const before = await book.textContent();
  await expect.poll(() => book.textContent()).not.toBe(before);

  const acts = await askDesk(page, 'intents.list', { profileId: await activeProfileId(page) });
  expect(acts).toEqual({ ok: true, value: [] });
});
