import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { fail } from '#shared/errors.ts';
import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import { createTrading } from './trading.ts';
import {
  account,
  answering,
  freeBudget,
  freePolicy,
  inTurn,
  noSafeguards,
  position,
  request,
  silent,
  startTestTrading,
  refuseNone,
} from './testing/trading-fixture.ts';

const run = startTestTrading();

it('actions are neither journalled nor sent during a reconciliation, except cancels (fault 36)', async () => {
  const { nowMs, wait } = run.time;
  let validationError: string | null = 'Reading.';
  const trading = createTrading({
    refuseWrite: refuseNone,
    journal: run.store.journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs,
    wait,
    publish: run.publish,
    notice: run.notice,
    validationError: profileId => (profileId === 'p1' ? validationError : null),
    safeguards: noSafeguards,
  });
  const cancel = inTurn(answering({ orderIds: ['o1'] }), answering({ orderIds: ['o1'] }));
  const grown: Position = { ...position, addedMargin: '5' };
  const deposit = inTurn(answering(grown));
  const asked = inTurn(answering([position]));
  const here = account({
    spot: { cancel: cancel.call },
    futures: { positions: asked.call, depositMargin: deposit.call },
  });
  const margin = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'b' } as const;
  const refused = { ok: false, error: { kind: 'not-reconciled', message: 'Nothing was sent. Reading.' } };
  expect(await trading.addMargin(here, margin)).toMatchObject(refused);
  expect(await trading.placeOrder(here, request)).toMatchObject(refused);
  expect([deposit.calls, asked.calls, trading.intents(here.profileId)]).toMatchObject([[], [], { value: [] }]);
  expect(await trading.cancel(here, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false })).toMatchObject(
    { ok: true },
  );
  validationError = null;
  expect(await trading.addMargin(here, margin)).toMatchObject({ ok: true });
  trading.close();
});

it('an action that was prepared when the machine slept is not sent afterwards (fault 36)', async () => {
  const { nowMs, wait } = run.time;
  let validationError: string | null = null;
  const trading = createTrading({
    refuseWrite: refuseNone,
    journal: run.store.journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs,
    wait,
    publish: run.publish,
    notice: run.notice,
    validationError: () => validationError,
    safeguards: noSafeguards,
  });
  const deposit = inTurn(answering(position));
  const positions = () => {
    validationError = 'Reading.';
    return answering([position])();
  };
  const here = account({ futures: { positions, depositMargin: deposit.call } });
  const margin = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'b' } as const;
  expect(await trading.addMargin(here, margin)).toMatchObject({ ok: false, error: { kind: 'not-reconciled' } });
  expect([deposit.calls, trading.intents(here.profileId)]).toMatchObject([[], { value: [] }]);
  trading.close();
});

it('an action states whether it reduces the risk, and its market once that is known (fault 36)', async () => {
  const { nowMs, wait } = run.time;
  const wanted: WantedAction[] = [];
  const trading = createTrading({
    journal: run.store.journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs,
    wait,
    publish: run.publish,
    notice: run.notice,
    refuseWrite: refuseNone,
    validationError: (_profileId, asked) => {
      wanted.push(asked);
      return asked.reducesRisk ? null : 'Reading.';
    },
    safeguards: noSafeguards,
  });
  const deposit = inTurn(answering(position));
  const here = account({ futures: { positions: answering([position]), depositMargin: deposit.call } });
  const margin = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'b' } as const;
  expect(await trading.addMargin(here, margin)).toMatchObject({ ok: true });
  expect(await trading.placeOrder(here, { ...request, side: 'buy' })).toMatchObject({
    error: { kind: 'not-reconciled' },
  });
  expect(wanted).toEqual([
    { symbol: null, reducesRisk: true },
    { symbol: 'XBTUSDTM', reducesRisk: true },
    { symbol: null, reducesRisk: false },
  ]);
  trading.close();
});

const tooSlow = () => Promise.resolve(fail('timeout', 'The exchange did not answer in time.'));

it('an action without a required read reports that nothing was sent', async () => {
  const trading = run.trading;
  const margin = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'b' } as const;
  const deposit = inTurn(answering(position));
  const here = account({ futures: { positions: tooSlow, depositMargin: deposit.call } });
  expect(await trading.addMargin(here, margin)).toMatchObject({
    ok: false,
    error: {
      kind: 'timeout',
      message: 'Nothing was sent. The exchange did not answer in time.',
      isOutcomeUnknown: false,
    },
  });
  expect(deposit.calls).toEqual([]);
});
