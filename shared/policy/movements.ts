import * as z from 'zod/mini';
import { compare, type Decimal, isNegative } from '#shared/decimal.ts';
import { DecimalText } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';
import { amountWithCurrency, groupDigits } from './figure-texts.ts';

const longestAmount = 30;
/** Not below zero, and short enough to be read. */
export const Amount = DecimalText.check(z.refine(text => text.length <= longestAmount && !isNegative(text)));

/** What one kind of action beside orders may come to. */
export const MovementLimits = z.strictObject({
  /** of all in any 60 minutes */
  perHour: Amount,
  /** of all since midnight UTC */
  perDay: Amount,
  /** asked in the trusted window when all since the last typed confirmation, with this one, come to it */
  askFrom: Amount,
});
export type MovementLimits = z.infer<typeof MovementLimits>;

/**
 * What moves money or risk without an order. Amounts are in the currency of the policy; `settings` are changes of leverage,
 * margin mode and risk limit, counted one by one.
 */
export const Movements = z.strictObject({
  loans: MovementLimits,
  /** between own wallets, and with sub-accounts */
  transfers: MovementLimits,
  removedMargin: MovementLimits,
  settings: MovementLimits,
});
export type Movements = z.infer<typeof Movements>;
export type MovementKind = keyof Movements;

export const movementKinds = ['loans', 'transfers', 'removedMargin', 'settings'] as const satisfies MovementKind[];
export const movementFigures = ['perHour', 'perDay', 'askFrom'] as const satisfies (keyof MovementLimits)[];

/** Of a profile with real money. */
export const defaultMovements: Movements = {
  loans: { perHour: '5000', perDay: '10000', askFrom: '1000' },
  transfers: { perHour: '10000', perDay: '20000', askFrom: '2000' },
  removedMargin: { perHour: '2000', perDay: '5000', askFrom: '1000' },
  settings: { perHour: '20', perDay: '100', askFrom: '10' },
};

/** Of practice. */
export const practiceMovements: Movements = {
  loans: { perHour: '1000000', perDay: '2000000', askFrom: '100000' },
  transfers: { perHour: '2000000', perDay: '5000000', askFrom: '500000' },
  removedMargin: { perHour: '500000', perDay: '1000000', askFrom: '100000' },
  settings: { perHour: '100', perDay: '1000', askFrom: '50' },
};

/** What was counted of one kind, those in flight included. */
export const MovedCount = z.object({
  /** in the last 60 minutes */
  hour: DecimalText,
  /** since midnight UTC */
  day: DecimalText,
  /** since the last one that was confirmed by typing, at most 30 days back */
  sinceTyped: DecimalText,
});
export type MovedCount = z.infer<typeof MovedCount>;

/** null: it cannot be counted now */
export const MovedCounts = z.object({
  loans: z.nullable(MovedCount),
  transfers: z.nullable(MovedCount),
  removedMargin: z.nullable(MovedCount),
  settings: z.nullable(MovedCount),
});
export type MovedCounts = z.infer<typeof MovedCounts>;

const none: MovedCount = { hour: '0', day: '0', sinceTyped: '0' };
export const nothingMoved: MovedCounts = { loans: none, transfers: none, removedMargin: none, settings: none };

/** An amount of this kind with its unit; settings are counted and have none. */
export function movementText(kind: MovementKind, amount: Decimal, currency: string): string {
  return kind === 'settings' ? groupDigits(amount) : amountWithCurrency(amount, currency);
}

/** Labels of what was counted and of the limits. */
export const movementLabels: Readonly<
  Record<MovementKind, Readonly<Record<keyof MovementLimits | 'hour' | 'day', string>>>
> = {
  loans: {
    hour: t`Loans in the last hour`,
    day: t`Loans today`,
    perHour: t`Loans in an hour`,
    perDay: t`Loans in a day`,
    askFrom: t`Loans are typed from`,
  },
  transfers: {
    hour: t`Transfers in the last hour`,
    day: t`Transfers today`,
    perHour: t`Transfers in an hour`,
    perDay: t`Transfers in a day`,
    askFrom: t`Transfers are typed from`,
  },
  removedMargin: {
    hour: t`Margin removed in the last hour`,
    day: t`Margin removed today`,
    perHour: t`Margin removed in an hour`,
    perDay: t`Margin removed in a day`,
    askFrom: t`Removed margin is typed from`,
  },
  settings: {
    hour: t`Contract settings changed in the last hour`,
    day: t`Contract settings changed today`,
    perHour: t`Contract settings in an hour`,
    perDay: t`Contract settings in a day`,
    askFrom: t`Contract settings are typed from`,
  },
};

/** Whether what was counted comes to the figure from which it is typed. */
export function isTypedFrom(sum: Decimal, { askFrom }: MovementLimits): boolean {
  return compare(sum, askFrom) >= 0;
}
