import { compare, type Decimal, minimum } from '#shared/decimal.ts';
import {
  movementFigures,
  movementKinds,
  type MovementKind,
  movementLabels,
  type MovementLimits,
  movementText,
} from './movements.ts';
import { type ConfirmBand, type ConfirmLevel, confirmLevels, levelOf, type Policy } from './policy.ts';
import { amountWithCurrency, percentText } from './figure-texts.ts';
import { t } from '#shared/words/t.ts';

/** One figure of a policy that changes, in words. */
export interface PolicyChange {
  readonly figure:
    | Exclude<keyof Policy, 'acts' | 'movements'>
    | 'perSecond'
    | 'perMinute'
    | `${MovementKind}.${keyof MovementLimits}`;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const rights = {
  mayPlace: t`May place orders`,
  mayCancel: t`May cancel orders`,
  mayMoveMargin: t`May move margin`,
  mayBorrow: t`May borrow`,
  mayTransfer: t`May move money between wallets`,
} as const;
const amounts = {
  largestOrder: t`Largest order or loan`,
  largestBatch: t`Largest batch`,
  dailyNotional: t`Daily limit`,
} as const;
const fractions = { furthestPrice: t`Furthest price`, marketSlippage: t`Market slippage` } as const;
const rates = { perSecond: t`Orders in any second`, perMinute: t`Orders in any minute` } as const;

function keysOf<T extends object>(labels: T): readonly (keyof T)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names, which are those of the literal
  return Object.keys(labels) as (keyof T)[];
}

function rightChange(right: keyof typeof rights, before: Policy, after: Policy): PolicyChange {
  const word = (policy: Policy) => (policy[right] ? t`yes` : t`no`);
  return { figure: right, label: rights[right], before: word(before), after: word(after) };
}

/**
 * What of a change the user must allow: all that loosens, and the loss of the right to cancel, without which orders stay
 * open that the user wants to end. Empty: the change only tightens.
 */
export function changesToAllow(before: Policy, after: Policy): readonly PolicyChange[] {
  const losesCancel = before.mayCancel && !after.mayCancel;
  return [...(losesCancel ? [rightChange('mayCancel', before, after)] : []), ...loosened(before, after)];
}

/**
 * What of `after` allows more than `before` does, in the order of the screen; empty: it is as tight or tighter. Another
 * currency makes every amount mean something else, at a rate that moves, so it always counts.
 */
export function loosened(before: Policy, after: Policy): readonly PolicyChange[] {
  const isOtherCurrency = before.currency !== after.currency;
  const amount = (policy: Policy, figure: keyof typeof amounts) => amountWithCurrency(policy[figure], policy.currency);
  return [
    ...keysOf(rights)
      .filter(right => after[right] && !before[right])
      .map(right => rightChange(right, before, after)),
    ...(isOtherCurrency
      ? [{ figure: 'currency' as const, label: t`Amounts are in`, before: before.currency, after: after.currency }]
      : []),
    ...keysOf(amounts)
      .filter(figure => isOtherCurrency || compare(after[figure], before[figure]) > 0)
      .map(figure => ({
        figure,
        label: amounts[figure],
        before: amount(before, figure),
        after: amount(after, figure),
      })),
    ...keysOf(fractions)
      .filter(figure => compare(after[figure], before[figure]) > 0)
      .map(figure => ({
        figure,
        label: fractions[figure],
        before: percentText(before[figure]),
        after: percentText(after[figure]),
      })),
    ...keysOf(rates)
      .filter(figure => after.acts[figure] > before.acts[figure])
      .map(figure => ({
        figure,
        label: rates[figure],
        before: String(before.acts[figure]),
        after: String(after.acts[figure]),
      })),
    ...loosenedMovements(before, after),
    ...(isOtherCurrency || asksLess(before.bands, after.bands)
      ? [{ figure: 'bands' as const, label: t`Confirmation`, before: bandWords(before), after: bandWords(after) }]
      : []),
  ];
}

/** Settings are counted, so the currency does not matter to them. */
function loosenedMovements(before: Policy, after: Policy): readonly PolicyChange[] {
  return movementKinds.flatMap(kind => {
    const isOther = kind !== 'settings' && before.currency !== after.currency;
    const words = ({ movements, currency }: Policy, figure: keyof MovementLimits) =>
      movementText(kind, movements[kind][figure], currency);
    return movementFigures
      .filter(figure => isOther || compare(after.movements[kind][figure], before.movements[kind][figure]) > 0)
      .map(figure => ({
        figure: `${kind}.${figure}` as const,
        label: movementLabels[kind][figure],
        before: words(before, figure),
        after: words(after, figure),
      }));
  });
}

/** Where either of them begins a band: between those nothing changes. */
function beginnings(a: readonly ConfirmBand[], b: readonly ConfirmBand[]): readonly Decimal[] {
  return [...a, ...b].map(({ fromNotional }) => fromNotional).toSorted(compare);
}

function asksLess(before: readonly ConfirmBand[], after: readonly ConfirmBand[]): boolean {
  return beginnings(before, after).some(
    from => higher(levelOf(after, from), levelOf(before, from)) !== levelOf(after, from),
  );
}

const levelWords: Readonly<Record<ConfirmLevel, string>> = {
  none: t`nothing`,
  summary: t`a summary`,
  'type-symbol': t`typing the symbol`,
};

function bandWords({ bands, currency }: Policy): string {
  if (bands.length === 0) return levelWords.none;
  return bands
    .map(({ fromNotional, level }) => t`from ${amountWithCurrency(fromNotional, currency)} ${levelWords[level]}`)
    .join(', ');
}

/**
 * The tighter of each figure. When the currencies differ, amounts cannot be compared: those of `bound` count, as they
 * are the ones that the user agreed to.
 */
export function tighter(policy: Policy, bound: Policy): Policy {
  const both = (right: keyof typeof rights) => policy[right] && bound[right];
  const own = policy.currency === bound.currency ? policy : bound;
  return {
    mayPlace: both('mayPlace'),
    mayCancel: both('mayCancel'),
    mayMoveMargin: both('mayMoveMargin'),
    mayBorrow: both('mayBorrow'),
    mayTransfer: both('mayTransfer'),
    currency: bound.currency,
    largestOrder: minimum(own.largestOrder, bound.largestOrder),
    largestBatch: minimum(own.largestBatch, bound.largestBatch),
    dailyNotional: minimum(own.dailyNotional, bound.dailyNotional),
    furthestPrice: minimum(policy.furthestPrice, bound.furthestPrice),
    marketSlippage: minimum(policy.marketSlippage, bound.marketSlippage),
    acts: {
      perSecond: Math.min(policy.acts.perSecond, bound.acts.perSecond),
      perMinute: Math.min(policy.acts.perMinute, bound.acts.perMinute),
    },
    bands: higherLevels(own.bands, bound.bands),
    movements: {
      loans: tighterLimits(own.movements.loans, bound.movements.loans),
      transfers: tighterLimits(own.movements.transfers, bound.movements.transfers),
      removedMargin: tighterLimits(own.movements.removedMargin, bound.movements.removedMargin),
      settings: tighterLimits(policy.movements.settings, bound.movements.settings),
    },
  };
}

function tighterLimits(a: MovementLimits, b: MovementLimits): MovementLimits {
  return {
    perHour: minimum(a.perHour, b.perHour),
    perDay: minimum(a.perDay, b.perDay),
    askFrom: minimum(a.askFrom, b.askFrom),
  };
}

function higher(a: ConfirmLevel, b: ConfirmLevel): ConfirmLevel {
  return confirmLevels.indexOf(a) > confirmLevels.indexOf(b) ? a : b;
}

function higherLevels(a: readonly ConfirmBand[], b: readonly ConfirmBand[]): ConfirmBand[] {
  const bands: ConfirmBand[] = [];
  for (const fromNotional of beginnings(a, b)) {
    const level = higher(levelOf(a, fromNotional), levelOf(b, fromNotional));
    if (bands.at(-1)?.level !== level) bands.push({ fromNotional, level });
  }
  return bands;
}
