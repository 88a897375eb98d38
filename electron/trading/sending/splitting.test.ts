import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { add, compare, type Decimal } from '#shared/decimal.ts';
import { fail, succeed } from '#shared/errors.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createActionPolicy } from '#policy/action-policy.ts';
import { account, answering, lost, refuses, startTestTrading } from '../testing/trading-fixture.ts';

let policy: Policy;
let asked: string[];
let doesAgree: boolean;

const run = startTestTrading(store =>
  createActionPolicy({
    sentLately: () => [],
    policyOf: () => policy,
    journal: store.journal,
    prices: {
      book: () => Promise.resolve(null),
      rates: () => Promise.resolve({ rates: { USDC: '1', DAI: '1' }, asOfMs: 1 }),
    },
    ask: async (question, take) => {
      asked.push(question.facts[0]?.value ?? '');
      // oxlint-disable-next-line no-await-in-loop -- each waits for one turn of the microtasks
      for (let step = 0; step < 9; step += 1) await Promise.resolve();
      return doesAgree ? take() : fail('declined', 'no');
    },
    profileOf: () => succeed(buildProfile()),
    nowMs: () => run.time.nowMs(),
  }),
);

beforeEach(() => {
  policy = { ...defaultPolicy, mayBorrow: true, mayTransfer: true };
  asked = [];
  doesAgree = false;
});

const noPage = { page: 1, pageSize: 50, totalItems: 0, totalPages: 0, items: [] };
const outcomes = {
  done: answering({ orderNo: 'n', actualSize: '1' as const }),
  rejected: refuses('exchange-rejected', 'No.', { code: '1' }),
  lost,
};
let ids = 0;

/** Borrows from an exchange that answers so; `size` is noted when it reaches the exchange. */
function borrow(sent: (size: Decimal) => void, loan: Loan, profileId = 'p1') {
  const at = account({
    margin: {
      loans: answering(noPage),
      borrow: ({ size }) => {
        sent(size);
        return outcomes[loan.outcome]();
      },
    },
  });
  ids += 1;
  const { currency, size } = loan;
  return run.trading.changeLoan(
    { ...at, profileId },
    { kind: 'borrow', loan: { id: `l${ids}`, currency, size, symbol: null } },
  );
}

interface Loan {
  readonly currency: string;
  readonly size: Decimal;
  readonly outcome: keyof typeof outcomes;
}

it('splitting sends one of 108 loans of 990 without a question, and the others only with an answer', async () => {
  const sent: Decimal[] = [];
  for (let n = 0; n < 108; n += 1) {
    await borrow(size => sent.push(size), { currency: 'USDT', size: '990', outcome: 'done' });
    await run.time.pass(1_000);
  }
  expect([sent.length, asked.length]).toEqual([1, 107]);
  doesAgree = true;
  for (let n = 0; n < 20; n += 1) {
    await borrow(size => sent.push(size), { currency: 'USDT', size: '990', outcome: 'done' });
    await run.time.pass(1_000);
  }
  // five thousand in an hour
  expect(sent.length).toBe(5);
  run.restart();
  expect(await borrow(() => {}, { currency: 'USDT', size: '990', outcome: 'done' })).toMatchObject({
    error: { validationError: { rule: 'loans-per-hour', figure: '5,940 USDT', limit: '5,000 USDT' } },
  });
  await run.time.pass(3_600_000);
  expect(await borrow(() => {}, { currency: 'USDT', size: '990', outcome: 'done' })).toMatchObject({ ok: true });
});

it('splitting counts transfers, removed margin and settings separately, also over a restart', async () => {
  const limits = { perHour: '2', perDay: '2', askFrom: '9' } as const;
  policy = { ...policy, movements: { loans: limits, transfers: limits, removedMargin: limits, settings: limits } };
  const at = account({
    wallet: { ledger: answering(noPage), hfLedger: answering([]), transfer: answering({ orderId: 'o' }) },
    futuresAccount: { setCrossLeverage: answering(true) },
  });
  const own = { symbol: null, userId: null } as const;
  const ends = { from: { ...own, wallet: 'main' }, to: { ...own, wallet: 'trade' } } as const;
  const move = (clientOid: string) => run.trading.transfer(at, { clientOid, currency: 'USDT', amount: '1', ...ends });
  const change = { kind: 'cross-leverage', leverage: '3' } as const;
  const set = (id: string) => run.trading.changeContract(at, { id, symbol: 'XBTUSDTM', change });
  for (const id of ['a', 'b']) {
    expect(await move(id)).toMatchObject({ ok: true });
    expect(await set(id)).toMatchObject({ ok: true });
  }
  run.restart();
  expect(await move('c')).toMatchObject({ error: { validationError: { rule: 'transfers-per-hour' } } });
  expect(await set('c')).toMatchObject({
    error: { validationError: { rule: 'settings-per-hour', figure: '3', limit: '2' } },
  });
  await run.time.pass(86_400_000);
  expect([await move('d'), await set('d')]).toMatchObject([{ ok: true }, { ok: true }]);
});

const limits = { perHour: '100', perDay: '120', askFrom: '50' } as const;

/** What counts of a loan that reached the exchange: not what it rejected. */
interface Seen {
  readonly size: Decimal;
  readonly isTyped: boolean;
}

interface Step {
  readonly currency: string;
  readonly whole: number;
  readonly outcome: keyof typeof outcomes;
  readonly isAwaited: boolean;
  readonly isRestarted: boolean;
  readonly doesAgree: boolean;
}

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  currency: fc.constantFrom('USDT', 'USDC', 'DAI'),
  whole: fc.integer({ min: 1, max: 60 }),
  outcome: fc.constantFrom<keyof typeof outcomes>('done', 'done', 'done', 'rejected', 'lost'),
  isAwaited: fc.boolean(),
  isRestarted: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
  doesAgree: fc.boolean(),
});

it('splitting never passes the limits with split, concurrent, rejected, lost or restarted actions', async () => {
  policy = { ...policy, movements: { ...policy.movements, loans: limits } };
  let profiles = 0;
  const check = async (steps: readonly Step[]) => {
    profiles += 1;
    const profileId = `property-${profiles}`;
    const seen: Seen[] = [];
    let flying: Promise<unknown>[] = [];
    for (const [index, step] of steps.entries()) {
      const { whole, outcome, currency } = step;
      // each has a size of its own, by which its question is known
      const size: Decimal = `${whole + (1001 + 10 * index) / 10_000}`;
      doesAgree = step.doesAgree;
      const note = () => {
        const isTyped = asked.some(what => what.includes(` ${size} `));
        if (outcome !== 'rejected') seen.push({ size, isTyped });
      };
      flying.push(borrow(note, { currency, size, outcome }, profileId));
      if (!step.isAwaited && !step.isRestarted) continue;
      await Promise.all(flying);
      flying = [];
      await run.time.pass(1);
      if (step.isRestarted) run.restart();
    }
    await Promise.all(flying);
    let all: Decimal = '0';
    let untyped: Decimal = '0';
    for (const { size, isTyped } of seen) {
      all = add(all, size);
      untyped = isTyped ? '0' : add(untyped, size);
      expect(compare(untyped, limits.askFrom)).toBe(-1);
    }
    expect(compare(all, limits.perHour)).not.toBe(1);
    asked = [];
    await run.time.pass(60_000);
  };
  await fc.assert(fc.asyncProperty(fc.array(arbitraryStep, { minLength: 1, maxLength: 12 }), check), { numRuns: 40 });
});
