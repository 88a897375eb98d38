import { setFault } from '../second-client.ts';
import { expect, test } from './main-test.ts';
import { pair, profileId, readJournal, waitUntilResolved } from './journal-truth.ts';
import type { MainProcess } from './main-process.ts';

const pin = '140892';
const sleepMs = 13_000;

/** Main answers again and again: its event loop turns. */
async function expectResponsive(main: MainProcess): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    expect(await main.request({ kind: 'alive' }, 30_000)).toBe(true);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

const order = (clientOid: string) => ({
  clientOid,
  symbol: pair,
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});

test('main starts with an action that an earlier run left open (fault 41)', async ({ exchange, startMain }) => {
  const first = await startMain();
  await waitUntilResolved(first);
  const lost = { answer: { kind: 'hang' }, isExecuted: true, method: 'POST', path: '/api/v1/hf/orders' };
  await setFault(exchange.control, { fault: 'rest', ...lost });
  first.ask('orders.place', { profileId, order: order('left-open') }).catch(() => undefined);
  await expect.poll(async () => JSON.stringify(await readJournal(first))).toContain('"state":"sent"');
  await first.kill();
  await setFault(exchange.control, { fault: 'reset' });
  const second = await startMain();
  await expectResponsive(second);
  await waitUntilResolved(second);
  expect(await second.request({ kind: 'page' })).toBe(true);
});

test('main answers while it is locked and its private feeds fail (fault 41)', async ({ exchange, startMain }) => {
  const main = await startMain();
  expect(await main.request({ kind: 'set-pin', pin }, 60_000)).toMatchObject({ ok: true });
  expect(await main.ask('lock.engage', {})).toMatchObject({ ok: true });
  await setFault(exchange.control, { fault: 'close', isAbrupt: true });
  await expectResponsive(main);
  expect(await main.ask('lock.read', {})).toMatchObject({
    ok: true,
    value: { locked: { reason: expect.any(String) } },
  });
});

test('main answers and shows a page again when its feeds fail while the page crashes (fault 41)', async ({
  exchange,
  startMain,
}) => {
  const main = await startMain();
  await waitUntilResolved(main);
  await Promise.all([main.request({ kind: 'crash' }), setFault(exchange.control, { fault: 'close', isAbrupt: true })]);
  await expectResponsive(main);
  await expect
    .poll(() => main.request({ kind: 'page' }).catch(() => false), { timeout: 60_000, intervals: [500] })
    .toBe(true);
  await expect.poll(() => main.ask('orders.place', { profileId, order: order('after') })).toMatchObject({ ok: true });
});

test('main answers after the computer slept while a PIN is set (fault 41)', async ({ startMain }) => {
  test.skip(process.platform === 'win32', 'stops and continues a process');
  const main = await startMain();
  expect(await main.request({ kind: 'set-pin', pin }, 60_000)).toMatchObject({ ok: true });
  process.kill(main.pid, 'SIGSTOP');
  await new Promise(resolve => setTimeout(resolve, sleepMs));
  process.kill(main.pid, 'SIGCONT');
  await expectResponsive(main);
  await expect.poll(() => main.ask('lock.read', {})).toMatchObject({ value: { locked: { reason: 'sleep' } } });
});
