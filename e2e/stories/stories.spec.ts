import { test } from '../testing/fathom-fixture.ts';
import { panic } from './panic.ts';
import { expectAllSettled } from './proof.ts';
import { traderMorning } from './trader-morning.ts';
import { calm, storm } from './weather.ts';

test("a trader's morning: a ladder, parts of it filled, a rung dragged in the chart, the rest cancelled, two coins sold where it pays most", async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await traderMorning(fathom);
  await expectAllSettled(fathom);
});

test('a panic: the futures venue is down and the page hangs; what is not reached is named, then cleared, then released', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  await panic(fathom, calm);
  await expectAllSettled(fathom);
});

test('a panic in a storm: cancels are refused at 429 and answers are lost as well', async ({ startFathom }) => {
  const fathom = await startFathom();
  await panic(fathom, storm);
  await expectAllSettled(fathom);
});
