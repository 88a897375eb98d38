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

/** Presses the mend of what the policy refuses: what it says, and what is still wrong afterwards. */
function press(draft: TicketDraft, facts: TicketFacts) {
  const mends = summariseTicket(draft, facts).hard[0]?.mends ?? [];
  const [mend] = mends;
  if (mend === undefined) return { label: null, edit: {}, left: null };
  const { hard } = summariseTicket({ ...draft, ...mend.edit }, facts);
  return { label: mend.label, edit: mend.edit, left: hard.map(({ text }) => text) };
}

describe('what the policy refuses is put right by one press', () => {
  it.each<[DraftEdit, Partial<Policy>, string]>([
    [{}, { largestOrder: '50' }, 'Use 0.5'],
    [{ side: 'sell', price: '90' }, { largestOrder: '49.5', furthestPrice: '1' }, 'Use 0.5'],
    [{ price: '105' }, { furthestPrice: '0.02' }, 'Use 103.02'],
    [{ side: 'sell', price: '95' }, { furthestPrice: '0.02' }, 'Use 97.02'],
    [{ kind: 'stop-limit', trigger: '105', price: '109' }, { furthestPrice: '0.01' }, 'Use 106.05'],
    // 1 at 101, the rest at 102
    [{ ...market, size: '4' }, { marketSlippage: '0.005' }, 'Use 2.0202'],
    [{ ...market, size: '400q' }, { largestOrder: '123.4' }, 'Use 123.4q'],
  ])('%o under %o', (edit, change, label) => {
    const facts = buildSpotFacts({ policy: under(change), funds: { base: '10', quote: '5000' } });
    const pressed = press({ ...buy, ...edit }, facts);
    expect(pressed.label).toContain(label);
    expect(pressed.left).toEqual([]);
  });

  it('with what is left of the day', () => {
    const facts = buildSpotFacts({ policy: under({ dailyNotional: '1000' }, '970') });
    expect(press(buy, facts)).toMatchObject({ label: 'Use 0.3', left: [] });
    expect(press(buy, buildSpotFacts({ policy: under({ dailyNotional: '1000' }, '1000') })).label).toBeNull();
  });

  it('of a position that is closed at the market, a part', () => {
    const position = buildPosition({ quantity: '50', averageEntryPrice: '100' });
    const facts = buildFuturesFacts({ position, policy: under({ marketSlippage: '0.001' }) });
    const close = buildFuturesDraft({ ...market, side: 'sell', size: '', isClose: true });
    const { hard } = summariseTicket(close, facts);
    expect(hard[0]?.title).toBe('Lower the size or use a limit.');
    expect(press(close, facts)).toMatchObject({ edit: { isClose: false, isReduceOnly: true }, left: [] });
  });

  it('never to what the exchange would not take, nor where two prices may be meant', () => {
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

describe('what the policy refuses is told beside what else is wrong', () => {
  it.each<[DraftEdit, readonly RegExp[]]>([
    [{ size: '20' }, [/needs 2,002 USDT with fees/, /2,000 USDT; the largest order of this profile is 50 USDT/]],
    [{ price: '100.001' }, [/multiple of the tick/, /largest order/]],
    [{ size: '15', ...market }, [/at least 1,530\.529 USDT/, /that is known holds 5 BTC/, /largest order/]],
    [{ price: '0.001', size: '0.000001' }, [/multiple of the tick/, /below the lowest/, /is below 0\.00001/]],
    [{ size: '0.0000001%' }, [/Size 0 is below/]],
  ])('%o', (edit, words) => {
    const { hard, request } = summariseTicket(
      { ...buy, ...edit },
      buildSpotFacts({ policy: under({ largestOrder: '50' }) }),
    );
    const told = hard.map(({ text }) => text).join(' ');
    for (const each of words) expect(told).toMatch(each);
    expect(request).toBeNull();
  });
});
