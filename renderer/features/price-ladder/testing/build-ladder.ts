import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { practicePolicy } from '#shared/policy/policy.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { LadderRules } from '../model/ladder-order.ts';
import { marksOf, type OwnMark } from '../own/own-marks.ts';

const pair = buildSpotSymbol({ priceIncrement: '1', baseIncrement: '0.01', baseMinSize: '0.01' });

/** For tests: BTC-USDT with a tick of 1 and a lot of 0.01. */
export const spotRules: LadderRules = { pair, contract: null, terms: spotTerms(pair) };

const contract = buildFuturesContract({ tickSize: '1', indexPriceTickSize: '1' });

/** For tests: XBTUSDTM with a tick of 1. */
export const contractRules: LadderRules = { pair: null, contract, terms: contractTerms(contract) };

/** For tests: a policy that asks for nothing below 1000 USDT. */
export const easyPolicy: PolicyState = {
  policy: { ...practicePolicy, furthestPrice: '1', bands: [{ fromNotional: '1000', level: 'summary' }] },
  spentToday: '0',
  rates: { USDT: '1', BTC: '100', XBT: '100' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};

function only(marks: readonly OwnMark[]): OwnMark {
  const [mark] = marks;
  if (mark === undefined) throw new Error('it has no mark');
  return mark;
}

/** For tests: an own order as the ladder shows it. */
export function buildMark(order: Parameters<typeof buildOrder>[0] = {}): OwnMark {
  return only(marksOf([buildOrder(order)], []));
}

/** For tests: a waiting stop as the ladder shows it. */
export function buildStopMark(stop: Parameters<typeof buildStopOrder>[0] = {}): OwnMark {
  return only(marksOf([], [buildStopOrder(stop)]));
}
