import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDraft, buildFuturesDraft } from '../testing/build-ticket.ts';
import {
  fieldDisabledReason,
  orderTypeDisabledReason,
  timeInForceDisabledReason,
  selfTradeDisabledReason,
  withoutExcluded,
} from './disabled-reasons.ts';
import { type DraftEdit, type DraftField, emptyTicket, kindOf, type TicketDraft } from './ticket-draft.ts';

const spot = buildDraft();
const futures = buildFuturesDraft();

describe('a field that another excludes states why', () => {
  it.each<[DraftField, TicketDraft, RegExp]>([
    ['kind', { ...spot, tradeType: 'cross', kind: 'pair' }, /plain spot only/],
    ['isAutoBorrow', { ...spot, tradeType: 'cross', kind: 'stop-limit' }, /borrows nothing/],
    ['kind', { ...futures, kind: 'pair' }, /SL and TP in the order/],
    ['size', { ...futures, isClose: true }, /whole position/],
    ['trigger', spot, /Only a stop/],
    ['triggerBy', spot, /last price/],
    ['stopLoss', { ...spot, kind: 'stop-limit' }, /no SL or TP of its own/],
    ['stopLoss', { ...futures, isReduceOnly: true }, /opens no position/],
    ['takeProfit', spot, /Place a pair/],
    ['takeProfit', { ...futures, isClose: true }, /opens no position/],
    ['timeInForce', { ...spot, kind: 'pair' }, /one of its two/],
    ['timeInForce', { ...spot, price: 'm' }, /does not wait/],
    ['timeInForce', { ...futures, timeInForce: 'FOK' }, /GTC or IOC/],
    ['timeInForce', { ...spot, kind: 'stop-limit', timeInForce: 'GTT' }, /no expiry/],
    ['life', spot, /Only GTT/],
    ['life', { ...spot, kind: 'stop-limit', timeInForce: 'GTT' }, /no expiry/],
    ['life', { ...spot, kind: 'market', timeInForce: 'GTT' }, /does not wait/],
    ['isPostOnly', { ...spot, kind: 'market' }, /Only a limit order/],
    ['isPostOnly', { ...spot, timeInForce: 'IOC' }, /IOC never rests/],
    ['isPostOnly', { ...futures, isHidden: true }, /not hidden/],
    ['isPostOnly', { ...futures, visible: '1' }, /no iceberg/],
    ['isHidden', { ...spot, visible: '1' }, /shows a part/],
    ['isHidden', { ...spot, timeInForce: 'FOK' }, /FOK never rests/],
    ['visible', { ...spot, isHidden: true }, /shows nothing/],
    ['visible', { ...spot, kind: 'stop-limit' }, /Only a limit order/],
    ['selfTrade', { ...spot, kind: 'pair' }, /Not for a stop/],
    ['isReduceOnly', spot, /Only on futures/],
    ['isReduceOnly', { ...futures, isClose: true }, /always reduce-only/],
    ['isClose', spot, /Only on futures/],
    ['leverage', spot, /Only on futures/],
    ['leverage', { ...futures, isReduceOnly: true }, /need no margin/],
    ['leverage', { ...futures, marginMode: 'cross' }, /set for its contract/],
    ['marginMode', spot, /Only on futures/],
    ['isAutoBorrow', spot, /borrowed money/],
    ['isAutoRepay', futures, /borrowed money/],
    ['tags', futures, /plain spot/],
    ['tags', { ...spot, kind: 'stop-limit' }, /plain spot/],
  ])('%s', (field, draft, words) => {
    expect(fieldDisabledReason(draft, field)).toMatch(words);
  });

  it('an unexcluded field counts', () => {
    for (const field of ['side', 'price', 'isPostOnly', 'isHidden', 'visible', 'selfTrade', 'tags'] as const)
      expect(fieldDisabledReason(spot, field)).toBeNull();
    expect(fieldDisabledReason({ ...spot, timeInForce: 'GTT' }, 'life')).toBeNull();
    expect(fieldDisabledReason({ ...spot, kind: 'stop-limit' }, 'trigger')).toBeNull();
    expect(fieldDisabledReason({ ...spot, kind: 'pair' }, 'takeProfit')).toBeNull();
    expect(fieldDisabledReason({ ...spot, tradeType: 'isolated' }, 'isAutoBorrow')).toBeNull();
    expect(fieldDisabledReason(futures, 'leverage')).toBeNull();
    expect(fieldDisabledReason(futures, 'triggerBy')).toBeNull();
    expect(fieldDisabledReason({ ...spot, isClose: true }, 'size')).toBeNull();
    expect(orderTypeDisabledReason({ ...spot, tradeType: 'cross' }, 'stop-market')).toBeNull();
    expect(timeInForceDisabledReason(futures, 'IOC')).toBeNull();
    expect(selfTradeDisabledReason(futures, 'CN')).toBeNull();
    expect(selfTradeDisabledReason(spot, 'DC')).toBeNull();
  });

  it('a futures order that meets an own one is never made smaller', () => {
    expect(selfTradeDisabledReason(futures, 'DC')).toContain('never made smaller');
  });
});

it('excluded fields count as not chosen, and other fields stay', () => {
  const draft = fc.record({
    tradeType: fc.constantFrom('spot', 'cross', 'isolated', 'futures'),
    kind: fc.constantFrom('limit', 'market', 'stop-limit', 'stop-market', 'pair'),
    price: fc.constantFrom('100', 'm'),
    timeInForce: fc.constantFrom('GTC', 'GTT', 'IOC', 'FOK'),
    isPostOnly: fc.constantFrom(true, null),
    isHidden: fc.boolean(),
    visible: fc.constantFrom('', '1'),
    isReduceOnly: fc.boolean(),
    isClose: fc.boolean(),
    isAutoBorrow: fc.boolean(),
    stopLoss: fc.constantFrom('', '2%'),
    trigger: fc.constantFrom('', '5'),
    tags: fc.constantFrom('', 't'),
  });
  const plain: DraftEdit = { ...emptyTicket('spot'), isPostOnly: false };
  fc.assert(
    fc.property(draft, edit => {
      const typed = { ...spot, ...edit };
      const counted = withoutExcluded(typed);
      for (const field of [
        'trigger',
        'stopLoss',
        'isPostOnly',
        'isHidden',
        'visible',
        'isReduceOnly',
        'isClose',
        'tags',
      ] as const)
        expect(counted[field]).toBe(fieldDisabledReason(typed, field) === null ? typed[field] : plain[field]);
      // nothing that rests is asked of what does not
      if (counted.isHidden || counted.visible !== '') expect(kindOf(counted)).toBe('limit');
      expect(withoutExcluded(counted)).toEqual(counted);
    }),
  );
});

it('m in the price makes it a market order', () => {
  expect(kindOf({ kind: 'limit', price: 'm' })).toBe('market');
  expect(kindOf({ kind: 'stop-limit', price: 'M' })).toBe('stop-market');
  expect(kindOf({ kind: 'pair', price: 'm' })).toBe('pair');
  expect(kindOf({ kind: 'limit', price: '5' })).toBe('limit');
});
