import { test } from '../testing/fathom-fixture.ts';
import { exchangeDies } from './exchange-dies.ts';
import { keyboardHour, keyboardMinutes } from './keyboard-hour.ts';
import { panic } from './panic.ts';
import { expectAllSettled } from './proof.ts';
import { riskRound } from './risk-round.ts';
import { traderMorning } from './trader-morning.ts';
import { calm, storm } from './fault-plan.ts';

// the longest of all: a slow machine gets the time that their many steps need
test.describe.configure({ timeout: 480_000 });

test("a trader's morning: a ladder, parts of it filled, a rung dragged in the chart, the rest cancelled, two coins sold where it pays most", async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await traderMorning(fathom, calm);
  await expectAllSettled(fathom);
});

test('a morning in a storm: answers of a ladder, an amendment, cancels and a sale are lost, executed or not, and reads are rejected', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await traderMorning(fathom, storm);
  await expectAllSettled(fathom);
});

test('a risk round: the nearest liquidation moved to 15 %, a stop placed, the position halved', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await riskRound(fathom, calm);
  await expectAllSettled(fathom);
});

test('a risk round in a storm: the answers to margin, stop and reduction are lost, executed or not', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await riskRound(fathom, storm);
  await expectAllSettled(fathom);
});

test('a panic: the futures venue is down and the page hangs; what is not reached is named, then cleared, then released', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await panic(fathom, calm);
  await expectAllSettled(fathom);
});

test('a panic in a storm: cancels are rejected at 429 and answers are lost too', async ({ startFathom }) => {
  const fathom = await startFathom();
  await panic(fathom, storm);
  await expectAllSettled(fathom);
});

test('an hour by the keyboard alone: spot, margin, a contract and its stop, both ladders, workspaces, kill switch, release', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await keyboardHour(fathom, calm);
  await expectAllSettled(fathom);
});

test('minutes by the keyboard in a storm: answers of an order, its amendment and cancel, of a contract with its stop and of a ladder are lost, and the kill switch is rejected at first', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await keyboardMinutes(fathom, storm);
  await expectAllSettled(fathom);
});

test('the exchange is killed with a ladder open and an order in flight and restarts: the ladder is in no list, the order is unknown, found absent, and sent once more', async ({
  startFathom,
  expectedComplaints,
}) => {
  test.skip(process.platform === 'win32', 'kills a process');
  expectedComplaints.push('net::ERR');
  const fathom = await startFathom();
  await expectAllSettled(fathom, await exchangeDies(fathom));
});
