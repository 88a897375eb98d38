import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { fail } from '#shared/errors.ts';
import type { WantedAct } from '#shared/rules/risk-reduction.ts';
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

it('36: while the account is not known again nothing is journalled or sent, cancels excepted', async () => {
  const { nowMs, wait } = run.time;
  let objection: string | null = 'Reading.';
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
    objection: profileId => (profileId === 'p1' ? objection : null),
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
  objection = null;
  expect(await trading.addMargin(here, margin)).toMatchObject({ ok: true });
  trading.close();
});

it('36: an act that was being prepared when the machine slept is not sent after it', async () => {
  const { nowMs, wait } = run.time;
  let objection: string | null = null;
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
    objection: () => objection,
    safeguards: noSafeguards,
  });
  const deposit = inTurn(answering(position));
  const positions = () => {
    objection = 'Reading.';
    return answering([position])();
  };
  const here = account({ futures: { positions, depositMargin: deposit.call } });
  const margin = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'b' } as const;
  expect(await trading.addMargin(here, margin)).toMatchObject({ ok: false, error: { kind: 'not-reconciled' } });
  expect([deposit.calls, trading.intents(here.profileId)]).toMatchObject([[], { value: [] }]);
  trading.close();
});

it('36: an action says whether it reduces the risk, and of which market it is once that is known', async () => {
  const { nowMs, wait } = run.time;
  const wanted: WantedAct[] = [];
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
    objection: (_profileId, asked) => {
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

it('what must be read first and is not told is no answer to the act: nothing was sent, and it says so', async () => {
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
