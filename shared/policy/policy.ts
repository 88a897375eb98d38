import * as z from 'zod/mini';
import { compare, type Decimal } from '#shared/decimal.ts';
import { RowLimits } from '#shared/domain/limits.ts';
import { Amount, defaultMovements, Movements, practiceMovements } from './movements.ts';

/**
 * How an action is confirmed before it is sent: at once, after a summary that says it in another form, or by typing the
 * symbol in the trusted window.
 */
export const ConfirmLevel = z.enum(['none', 'summary', 'type-symbol']);
export type ConfirmLevel = z.infer<typeof ConfirmLevel>;

/** The lowest first. */
export const confirmLevels: readonly ConfirmLevel[] = ['none', 'summary', 'type-symbol'];

/** Of a price: `0.01` is one per cent. At most all of it. */
const PriceFraction = Amount.check(z.refine(text => compare(text, '1') <= 0));

/** From this notional on an action is confirmed like this, up to where the next band begins. */
export const ConfirmBand = z.strictObject({ fromNotional: Amount, level: ConfirmLevel });
export type ConfirmBand = z.infer<typeof ConfirmBand>;

function isRising(bands: readonly ConfirmBand[]): boolean {
  return bands.every((band, index) => {
    const before = bands[index - 1];
    if (before === undefined) return true;
    return (
      compare(band.fromNotional, before.fromNotional) > 0 &&
      confirmLevels.indexOf(band.level) > confirmLevels.indexOf(before.level)
    );
  });
}

/**
 * What a profile may do, and how much of it. Main holds every action against it before it is journalled, and the page
 * warns by the same code. Amounts are in `currency`, priced by our own books; fractions are of a price.
 */
export const Policy = z.strictObject({
  mayPlace: z.boolean(),
  mayCancel: z.boolean(),
  /** adding and withdrawing margin, margin mode, leverage, risk limit */
  mayMoveMargin: z.boolean(),
  /** also an order that borrows by itself */
  mayBorrow: z.boolean(),
  mayTransfer: z.boolean(),
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  /** of one order, or of one loan */
  largestOrder: Amount,
  /** of all orders of one batch together */
  largestBatch: Amount,
  /** of all orders sent since midnight UTC */
  dailyNotional: Amount,
  /**
   * how far beyond the touch a limit may stand on the side where it loses: a buy above the ask, a sell below the bid
   */
  furthestPrice: PriceFraction,
  /** how far the average price of a market order may lie beyond the touch, in our book */
  marketSlippage: PriceFraction,
  acts: RowLimits,
  /** rising in notional and in level; below the first one nothing is asked */
  bands: z.array(ConfirmBand).check(z.maxLength(4), z.refine(isRising)),
  /** loans, transfers, removed margin and contract settings, in an hour and a day */
  movements: Movements,
});
/** As a file or the keychain holds it: an earlier version wrote no movements, and the default of the profile counts. */
export const StoredPolicy = z.strictObject({ ...Policy.shape, movements: z.optional(Movements) });
export type StoredPolicy = z.infer<typeof StoredPolicy>;
export type Policy = z.infer<typeof Policy>;

/** Of a profile with real money, until the user loosens it in the trusted window. */
export const defaultPolicy: Policy = {
  mayPlace: true,
  mayCancel: true,
  mayMoveMargin: true,
  mayBorrow: false,
  mayTransfer: false,
  currency: 'USDT',
  largestOrder: '2000',
  largestBatch: '5000',
  dailyNotional: '20000',
  furthestPrice: '0.01',
  marketSlippage: '0.005',
  acts: { perSecond: 20, perMinute: 200 },
  bands: [
    { fromNotional: '0', level: 'summary' },
    { fromNotional: '1000', level: 'type-symbol' },
  ],
  movements: defaultMovements,
};

/** Of practice, where nothing can be lost but a mistake in this program must still not run away. */
export const practicePolicy: Policy = {
  ...defaultPolicy,
  mayBorrow: true,
  mayTransfer: true,
  largestOrder: '1000000',
  largestBatch: '2000000',
  dailyNotional: '20000000',
  furthestPrice: '0.05',
  marketSlippage: '0.02',
  bands: [
    { fromNotional: '10000', level: 'summary' },
    { fromNotional: '500000', level: 'type-symbol' },
  ],
  movements: practiceMovements,
};

/** How an action of this notional is confirmed; null: it cannot be priced, so as the largest would be. */
export function levelOf(bands: readonly ConfirmBand[], notional: Decimal | null): ConfirmLevel {
  const reached = bands.filter(({ fromNotional }) => notional === null || compare(fromNotional, notional) <= 0);
  return reached.at(-1)?.level ?? 'none';
}
