import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDraft, buildFuturesDraft } from '../testing/build-ticket.ts';
import { exclusionOf, kindExclusion, lifeExclusion, selfTradeExclusion, withoutExcluded } from './exclusions.ts';
import { type DraftEdit, type DraftField, emptyTicket, kindOf, type TicketDraft } from './ticket-draft.ts';

const spot = buildDraft();
const futures = buildFuturesDraft();

describe('a field that another excludes says why', () => {
  it.each<[DraftField, TicketDraft, RegExp]>([
    ['kind', { ...spot, tradeType: 'cross', kind: 'pair' }, /plain spot only/],
    ['isAutoBorrow', { ...spot, tradeType: 'cross', kind: 'stop-limit' }, /borrows nothing/],
    ['kind', { ...futures, kind: 'pair' }, /SL and TP beside/],
    ['size', { ...futures, isClose: true }, /whole position/],
    ['trigger', spot, /Only a stop/],
    ['triggerBy', spot, /last trade/],
    ['stopLoss', { ...spot, kind: 'stop-limit' }, /it is one/],
    ['stopLoss', { ...futures, isReduceOnly: true }, /opens nothing/],
    ['takeProfit', spot, /Place a pair/],
    ['takeProfit', { ...futures, isClose: true }, /opens nothing/],
    ['timeInForce', { ...spot, kind: 'pair' }, /one of its two/],
    ['timeInForce', { ...spot, price: 'm' }, /does not wait/],
    ['timeInForce', { ...futures, timeInForce: 'FOK' }, /GTC or IOC/],
    ['timeInForce', { ...spot, kind: 'stop-limit', timeInForce: 'GTT' }, /by the clock/],
    ['life', spot, /Only GTT/],
    ['life', { ...spot, kind: 'stop-limit', timeInForce: 'GTT' }, /by the clock/],
    ['life', { ...spot, kind: 'market', timeInForce: 'GTT' }, /does not wait/],
    ['isPostOnly', { ...spot, kind: 'market' }, /Only a limit order/],
    ['isPostOnly', { ...spot, timeInForce: 'IOC' }, /IOC never rests/],
    ['isPostOnly', { ...futures, isHidden: true }, /not hidden/],
    ['isPostOnly', { ...futures, visible: '1' }, /no iceberg/],
    ['isHidden', { ...spot, visible: '1' }, /shows a part/],
    ['isHidden', { ...spot, timeInForce: 'FOK' }, /FOK never rests/],
    ['visible', { ...spot, isHidden: true }, /shows nothing/],
    ['visible', { ...spot, kind: 'stop-limit' }, /Only a limit order/],
    ['selfTrade', { ...spot, kind: 'pair' }, /Not on a stop/],
    ['isReduceOnly', spot, /Only on futures/],
    ['isReduceOnly', { ...futures, isClose: true }, /only reduces anyway/],
    ['isClose', spot, /Only on futures/],
    ['leverage', spot, /Only on futures/],
    ['leverage', { ...futures, isReduceOnly: true }, /needs no margin/],
    ['leverage', { ...futures, marginMode: 'cross' }, /set for its contract/],
    ['marginMode', spot, /Only on futures/],
    ['isAutoBorrow', spot, /borrowed money/],
    ['isAutoRepay', futures, /borrowed money/],
    ['tags', futures, /plain spot/],
    ['tags', { ...spot, kind: 'stop-limit' }, /plain spot/],
  ])('%s', (field, draft, words) => {
    expect(exclusionOf(draft, field)).toMatch(words);
  });

  it('what nothing excludes counts', () => {
    for (const field of ['side', 'price', 'isPostOnly', 'isHidden', 'visible', 'selfTrade', 'tags'] as const)
      expect(exclusionOf(spot, field)).toBeNull();
    expect(exclusionOf({ ...spot, timeInForce: 'GTT' }, 'life')).toBeNull();
    expect(exclusionOf({ ...spot, kind: 'stop-limit' }, 'trigger')).toBeNull();
    expect(exclusionOf({ ...spot, kind: 'pair' }, 'takeProfit')).toBeNull();
    expect(exclusionOf({ ...spot, tradeType: 'isolated' }, 'isAutoBorrow')).toBeNull();
    expect(exclusionOf(futures, 'leverage')).toBeNull();
    expect(exclusionOf(futures, 'triggerBy')).toBeNull();
    expect(exclusionOf({ ...spot, isClose: true }, 'size')).toBeNull();
    expect(kindExclusion({ ...spot, tradeType: 'cross' }, 'stop-market')).toBeNull();
    expect(lifeExclusion(futures, 'IOC')).toBeNull();
    expect(selfTradeExclusion(futures, 'CN')).toBeNull();
    expect(selfTradeExclusion(spot, 'DC')).toBeNull();
  });

  it('a futures order that meets one’s own is never made smaller', () => {
    expect(selfTradeExclusion(futures, 'DC')).toContain('never made smaller');
  });
});

it('what is excluded counts as not chosen, and only that', () => {
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
        expect(counted[field]).toBe(exclusionOf(typed, field) === null ? typed[field] : plain[field]);
      // nothing that rests is asked of what does not
      if (counted.isHidden || counted.visible !== '') expect(kindOf(counted)).toBe('limit');
      expect(withoutExcluded(counted)).toEqual(counted);
    }),
  );
});

it('m in the price makes a market order of it', () => {
  expect(kindOf({ kind: 'limit', price: 'm' })).toBe('market');
  expect(kindOf({ kind: 'stop-limit', price: 'M' })).toBe('stop-market');
  expect(kindOf({ kind: 'pair', price: 'm' })).toBe('pair');
  expect(kindOf({ kind: 'limit', price: '5' })).toBe('limit');
});
