import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { closeTidily } from './testing/connections.ts';
import {
  allLive,
  futuresBook,
  type LiveFixture,
  openLiveFixture,
  patienceMs,
  profileId,
  spotBook,
  until,
} from './testing/live-fixture.ts';

/** After sleep or a reconnect nothing but a cancel may be sent until the account is known. docs/faults.md §5, case 36. */
vi.setConfig({ testTimeout: 2 * patienceMs, hookTimeout: patienceMs });

let exchange: ContractExchange;
let fixture: LiveFixture;

beforeAll(async () => {
  exchange = await startExchange('live');
});
afterEach(async () => {
  await closeTidily(exchange, fixture);
});
afterAll(async () => {
  await exchange.stop();
});

const objection = () => fixture.markets.objection(profileId);

it.each<readonly [string, (open: LiveFixture) => unknown]>([
  ['sleep', open => open.time.sleep(300_000)],
  ['every connection was cut', () => exchange.faults.set({ fault: 'close', isAbrupt: true })],
])('36: after %s it says what it waits for, for as long as that cannot be read, and no longer', async (_, happen) => {
  fixture = await openLiveFixture(exchange);
  await until(() => expect(objection()).toBeNull());
  await exchange.faults.set({
    fault: 'rest',
    answer: { kind: 'error', status: 503 },
    path: '/api/v1/positions',
    count: 1_000_000,
  });
  await happen(fixture);
  await until(() =>
    expect(objection()).toMatch(
      /only cancels (?:and what reduces risk )?are sent\. Awaited: positions\. The last try failed: /,
    ),
  );
  const told = () => fixture.published.all('reconciliation.changed').at(-1);
  expect(told()).toMatchObject({ profileId, reason: objection() });
  await exchange.faults.set({ fault: 'reset' });
  await until(() => expect(objection()).toBeNull());
  expect(told()).toMatchObject({ profileId, reason: null });
  await allLive(fixture, spotBook, futuresBook);
});
