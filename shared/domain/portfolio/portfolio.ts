import * as z from 'zod/mini';
import { t } from '#shared/words/t.ts';
import { DecimalText, EpochMs, Name } from '../scalars.ts';

/** How the cost of sold coins is found. */
const CostMethod = z.enum(['average', 'fifo']);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // Intl throws for a zone that does not exist
  }
}

/** An IANA zone, such as `Europe/Berlin`. */
const TimeZone = z.string().check(z.maxLength(128), z.refine(isTimeZone, { error: t`not a time zone` }));

/** The range of a date; beyond it no day can be computed. */
const Moment = EpochMs.check(z.gte(0), z.lte(8_640_000_000_000_000));

/** Whose value: the account of the key (`''`), one sub-account by its user id, or all of them (null). */
const Owner = z.nullable(Name);

/** What a portfolio is asked for. Values are in `currency`; days are days of `timeZone` (IANA). */
export const PortfolioQuestion = z.strictObject({
  profileId: z.string(),
  owner: Owner,
  /** null: from the first known value */
  fromMs: z.nullable(Moment),
  /** null: now */
  toMs: z.nullable(Moment),
  currency: Name,
  timeZone: TimeZone,
  method: CostMethod,
});
export type PortfolioQuestion = z.infer<typeof PortfolioQuestion>;

const Value = z.nullable(DecimalText);

/** The value of the accounts at one time. */
export const EquityPoint = z.object({
  atMs: EpochMs,
  /** null: a balance or every price is missing */
  value: Value,
  /** `snapshot`: balances were read then; `ledger`: derived from the nearest snapshot and complete ledgers; `live`: now */
  source: z.enum(['snapshot', 'ledger', 'live']),
  /** coins without a price and accounts without a balance: not in the value */
  missing: z.array(z.string()),
});
export type EquityPoint = z.infer<typeof EquityPoint>;

/** A movement from or to outside the accounts in question. */
export const PortfolioFlow = z.object({
  atMs: EpochMs,
  direction: z.enum(['in', 'out']),
  owner: Name,
  coin: z.string(),
  amount: DecimalText,
  /** at the price of its time; null: there was none */
  value: Value,
});
export type PortfolioFlow = z.infer<typeof PortfolioFlow>;

/** The parts of what changed; `computeWaterfall` says what each one is. */
export const waterfallParts = [
  'price',
  'trades',
  'fees',
  'funding',
  'interest',
  'in',
  'out',
  'other',
  'unclassified',
  'unpricedTrades',
  'unexplained',
] as const;
export const WaterfallPartName = z.enum(waterfallParts);
export type WaterfallPartName = z.infer<typeof WaterfallPartName>;

export const PortfolioPart = z.object({
  part: WaterfallPartName,
  value: DecimalText,
  /** by coin, the largest amount first */
  coins: z.array(z.object({ coin: z.string(), value: DecimalText })),
  /** archived rows behind it; 0: it has none */
  rows: z.int(),
});
export type PortfolioPart = z.infer<typeof PortfolioPart>;

/** A day of the zone. `pnl` null: it cannot be computed, for the reason. */
export const PortfolioDay = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  startMs: EpochMs,
  endMs: EpochMs,
  endValue: Value,
  pnl: Value,
  /** in − out */
  flow: Value,
});
export type PortfolioDay = z.infer<typeof PortfolioDay>;

/** Results by coin or contract within the span. */
export const PortfolioMarket = z.object({
  /** a coin, or the symbol of a contract */
  name: z.string(),
  kind: z.enum(['coin', 'contract']),
  realised: Value,
  unrealised: Value,
  fees: DecimalText,
  /** funding of a contract, interest of a coin */
  carry: DecimalText,
  /** sold without a known purchase: outside realised */
  unknownBasis: DecimalText,
  quantity: DecimalText,
  value: Value,
});
export type PortfolioMarket = z.infer<typeof PortfolioMarket>;

/** Something that makes figures incomplete, by kind; `subject` is the coin, account, stream or row that it is about. */
export const PortfolioIssue = z.object({
  kind: z.enum([
    'coverage-gap',
    'lost',
    'not-read-yet',
    'no-price',
    'stale-price',
    'no-balance',
    'main-wallet-only',
    'below-zero',
    'unknown-basis',
    'unknown-business-type',
    'unpaired-transfer',
    'not-derivable',
    'proof-failed',
  ]),
  subject: z.string(),
  fromMs: z.nullable(EpochMs),
  toMs: z.nullable(EpochMs),
  /** in the unit of the kind: an amount, a count, an age in ms; null: none */
  amount: z.nullable(z.string()),
});
export type PortfolioIssue = z.infer<typeof PortfolioIssue>;

export const Portfolio = z.object({
  /** of the newest balances in it */
  asOfMs: EpochMs,
  /** where the figures begin: the span's start, or later when nothing is known before */
  fromMs: EpochMs,
  toMs: EpochMs,
  currency: z.string(),
  /** every account that is known in the span; `''` is the account of the key */
  owners: z.array(Name),
  start: Value,
  end: Value,
  pnl: Value,
  /** a fraction: 0.045 is 4.5 %; null: no link since the last break. `fromMs` is later than the span's start after a break */
  timeWeighted: z.object({ rate: Value, fromMs: z.nullable(EpochMs) }),
  /** a fraction for the span; null for the reason */
  moneyWeighted: z.object({
    rate: Value,
    reason: z.nullable(z.enum(['no-value', 'nothing-held', 'no-root', 'several-roots', 'unproved'])),
  }),
  /** by time; at most 2,000 */
  curve: z.array(EquityPoint),
  /** spans without data: shown as gaps, never as a line */
  gaps: z.array(z.object({ fromMs: EpochMs, toMs: EpochMs })),
  /** by time; the newest 1,000 */
  flows: z.array(PortfolioFlow),
  parts: z.array(PortfolioPart),
  /** coins that count at neither end, because a price is missing */
  leftOut: z.array(
    z.object({ coin: z.string(), missing: z.enum(['start', 'end', 'movement']), quantity: DecimalText }),
  ),
  /** at most 400 */
  days: z.array(PortfolioDay),
  markets: z.array(PortfolioMarket),
  issues: z.array(PortfolioIssue),
});
export type Portfolio = z.infer<typeof Portfolio>;

/** The rows behind one part of the waterfall, newest first. */
export const PortfolioRowsQuestion = z.strictObject({
  ...PortfolioQuestion.shape,
  part: WaterfallPartName,
  /** null: of all coins */
  coin: z.nullable(Name),
  /** the place of the first row; 200 rows are answered at most */
  offset: z.int().check(z.gte(0)),
});
export type PortfolioRowsQuestion = z.infer<typeof PortfolioRowsQuestion>;

export const PortfolioRow = z.object({
  atMs: EpochMs,
  owner: Name,
  /** the record of the archive, such as `ledger` or `futures-fills` */
  record: z.string(),
  /** its key there */
  key: z.string(),
  /** the business type, or side and symbol of a fill, as the exchange has them */
  label: z.string(),
  coin: z.string(),
  /** signed */
  amount: DecimalText,
  price: Value,
  value: Value,
});
export type PortfolioRow = z.infer<typeof PortfolioRow>;

export const PortfolioRows = z.object({ rows: z.array(PortfolioRow), total: z.int() });
export type PortfolioRows = z.infer<typeof PortfolioRows>;

/** Two moments of all accounts, by account and coin. */
export const ComparisonQuestion = z.strictObject({
  profileId: z.string(),
  firstMs: Moment,
  secondMs: z.nullable(Moment),
  currency: Name,
});
export type ComparisonQuestion = z.infer<typeof ComparisonQuestion>;

export const ComparedHolding = z.object({
  owner: Name,
  coin: z.string(),
  /** null: unknown at that time */
  before: Value,
  after: Value,
  valueBefore: Value,
  valueAfter: Value,
  /** amount before × change of the price */
  priceEffect: Value,
  /** change of the amount × price after */
  amountEffect: Value,
  /** the part of the change of the amount that rows of the ledger and transfers explain; null: their lists are not readable */
  explained: Value,
  rows: z.array(PortfolioRow),
});
export type ComparedHolding = z.infer<typeof ComparedHolding>;

export const MomentsComparison = z.object({
  currency: z.string(),
  /** when the balances were read that are compared; each nearest to its moment */
  firstMs: EpochMs,
  secondMs: EpochMs,
  holdings: z.array(ComparedHolding),
  /** accounts without a balance at a moment, with the nearest time that has one */
  missing: z.array(z.object({ owner: Name, moment: z.enum(['first', 'second']), nearestMs: z.nullable(EpochMs) })),
  /** wallets of the account of the key that are unknown at one of the moments: they count at neither */
  leftOut: z.array(z.string()),
});
export type MomentsComparison = z.infer<typeof MomentsComparison>;
