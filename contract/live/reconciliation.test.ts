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
vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

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

const validationError = () => fixture.markets.validationError(profileId);

const cut = () => exchange.faults.set({ fault: 'close', isAbrupt: true });

it.each<readonly [string, (open: LiveFixture) => unknown, 'error' | 'html']>([
  ['sleep', open => open.time.sleep(300_000), 'error'],
  ['every connection was cut', cut, 'error'],
  ['every connection was cut and a gateway answers with HTML', cut, 'html'],
])(
  'reconciliation after %s states what it waits for, while that cannot be read, and no longer (fault 36)',
  async (_, happen, kind) => {
    fixture = await openLiveFixture(exchange);
    await until(() => expect(validationError()).toBeNull());
    await exchange.faults.set({
      fault: 'rest',
      answer: { kind, status: 503 },
      path: '/api/v1/positions',
      count: 1_000_000,
    });
    await happen(fixture);
    await until(() =>
      expect(validationError()).toMatch(
        /sends only cancels(?: and actions that reduce risk)?\. Pending: positions\. The last try failed: /,
      ),
    );
    const lastReconciliation = () => fixture.published.all('reconciliation.changed').at(-1);
    expect(lastReconciliation()).toMatchObject({ profileId, reason: validationError() });
    await exchange.faults.set({ fault: 'reset' });
    await until(() => expect(validationError()).toBeNull());
    expect(lastReconciliation()).toMatchObject({ profileId, reason: null });
    await allLive(fixture, spotBook, futuresBook);
  },
);
