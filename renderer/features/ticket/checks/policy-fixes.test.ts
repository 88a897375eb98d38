import { describe, expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Policy } from '#shared/policy/policy.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { DraftEdit, TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import {
  buildDraft,
  buildFuturesDraft,
  buildFuturesFacts,
  buildSpotFacts,
  openPolicy,
} from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';

const buy = buildDraft({ size: '1', price: '100' });
const market = { kind: 'market', price: '' } as const;
const under = (change: Partial<Policy>, spentToday: Decimal = '0'): PolicyState => ({
  ...openPolicy,
  spentToday,
  policy: { ...openPolicy.policy, ...change },
});

/** Applies the quick fix of a policy rejection: returns its text and the remaining errors. */
function press(draft: TicketDraft, facts: TicketFacts) {
  const fixes = summariseTicket(draft, facts).validationErrors[0]?.fixes ?? [];
  const [fix] = fixes;
  if (fix === undefined) return { label: null, edit: {}, left: null };
  const { validationErrors } = summariseTicket({ ...draft, ...fix.edit }, facts);
  return { label: fix.label, edit: fix.edit, left: validationErrors.map(({ text }) => text) };
}

describe('a policy rejection with a quick fix', () => {
  it.each<[DraftEdit, Partial<Policy>, string]>([
    [{}, { largestOrder: '50' }, 'Use 0.5'],
    [{ side: 'sell', price: '90' }, { largestOrder: '49.5', furthestPrice: '1' }, 'Use 0.5'],
    [{ price: '105' }, { furthestPrice: '0.02' }, 'Use 103.02'],
    [{ side: 'sell', price: '95' }, { furthestPrice: '0.02' }, 'Use 97.02'],
    [{ kind: 'stop-limit', trigger: '105', price: '109' }, { furthestPrice: '0.01' }, 'Use 106.05'],
    // 1 at 101, the rest at 102
    [{ ...market, size: '4' }, { marketSlippage: '0.005' }, 'Use 2.0202'],
    [{ ...market, size: '400q' }, { largestOrder: '123.4' }, 'Use 123.4q'],
  ])('offers %o under %o', (edit, change, label) => {
    const facts = buildSpotFacts({ policy: under(change), funds: { base: '10', quote: '5000' } });
    const pressed = press({ ...buy, ...edit }, facts);
    expect(pressed.label).toContain(label);
    expect(pressed.left).toEqual([]);
  });

  it('uses the rest of the day', () => {
    const facts = buildSpotFacts({ policy: under({ dailyNotional: '1000' }, '970') });
    expect(press(buy, facts)).toMatchObject({ label: 'Use 0.3', left: [] });
    expect(press(buy, buildSpotFacts({ policy: under({ dailyNotional: '1000' }, '1000') })).label).toBeNull();
  });

  it('closes a part of a position at the market', () => {
    const position = buildPosition({ quantity: '50', averageEntryPrice: '100' });
    const facts = buildFuturesFacts({ position, policy: under({ marketSlippage: '0.001' }) });
    const close = buildFuturesDraft({ ...market, side: 'sell', size: '', isClose: true });
    const { validationErrors } = summariseTicket(close, facts);
    expect(validationErrors[0]?.title).toBe('Lower the size or use a limit order.');
    expect(press(close, facts)).toMatchObject({ edit: { isClose: false, isReduceOnly: true }, left: [] });
  });

  it('offers none for an order that the exchange would reject, and for two possible prices', () => {
    const label = (edit: DraftEdit, change: Partial<Policy>) =>
      press({ ...buy, ...edit }, buildSpotFacts({ policy: under(change) })).label;
    expect(label({ ...market, size: '400q' }, { largestOrder: '0.5' })).toBeNull();
    expect(label({}, { mayPlace: false })).toBeNull();
    const pair = { side: 'sell', kind: 'pair', takeProfit: '110', stopLoss: '95', price: '80' } as const;
    expect(label(pair, { furthestPrice: '0.02' })).toBeNull();
    const { terms } = buildSpotFacts();
    const small = { policy: under({ largestOrder: '0.00001' }), terms: { ...terms, leastSize: '0.01' } } as const;
    expect(press(buy, buildSpotFacts(small)).label).toBeNull();
    const unlimited = { policy: under({ largestOrder: '50' }), terms: { ...terms, leastFunds: null } } as const;
    expect(press({ ...buy, ...market, size: '400q' }, buildSpotFacts(unlimited)).label).toBe('Use 50q');
    // nothing is above zero where the whole price may be lost and the tick is large
    const coarse = { policy: under({ furthestPrice: '0.02' }), terms: { ...terms, tick: '1000' } } as const;
    expect(
      press(
        { ...buy, price: '1000' },
        buildSpotFacts({ ...coarse, lastPrice: null, funds: { base: '1', quote: '9000' } }),
      ).label,
    ).toBeNull();
  });
});

describe('a policy rejection beside other errors', () => {
  it.each<[DraftEdit, readonly RegExp[]]>([
    [{ size: '20' }, [/Needs 2,002 USDT with fees/, /2,000 USDT; the largest order of this profile is 50 USDT/]],
    [{ price: '100.001' }, [/multiple of the tick/, /largest order/]],
    [
      { size: '15', ...market },
      [/at least 1,530\.529 USDT/, /loaded order book of BTC-USDT holds 5 BTC/, /largest order/],
    ],
    [{ price: '0.001', size: '0.000001' }, [/multiple of the tick/, /below the lowest/, /is below 0\.00001/]],
    [{ size: '0.0000001%' }, [/Size 0 is below/]],
  ])('%o', (edit, words) => {
    const { validationErrors, request } = summariseTicket(
      { ...buy, ...edit },
      buildSpotFacts({ policy: under({ largestOrder: '50' }) }),
    );
    const messages = validationErrors.map(({ text }) => text).join(' ');
    for (const each of words) expect(messages).toMatch(each);
    expect(request).toBeNull();
  });
});
