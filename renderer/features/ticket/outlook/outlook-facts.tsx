import { type Decimal, scaleOf } from '#shared/decimal.ts';
import { formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { marginText, moneyText } from '../model/words.ts';
import { crossOrderCost, isCrossOrder, isReducing } from './outlook.ts';
import { t } from '#shared/words/t.ts';

/** What an order does to the position or to the debts behind it, before and after. */
export function outlookFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  if (facts.terms.venue === 'spot') return debtFacts(figures, facts);
  return isCrossOrder(figures.draft, facts) ? crossFacts(figures, facts) : isolatedFacts(figures, facts);
}

function isolatedFacts({ outlook }: TicketFigures, { terms }: TicketFacts): readonly Fact[] {
  if (outlook === null) return [];
  return [
    positionFact(outlook),
    { label: t`Margin needed`, value: moneyText(outlook.marginNeeded, terms.settleCurrency) },
    {
      label: t`Liquidation`,
      value: (
        <BeforeAfter
          before={outlook.liquidationBefore}
          after={outlook.liquidationAfter}
          isEstimate={outlook.isEstimate}
          minimumDecimals={scaleOf(terms.tick)}
        />
      ),
      hint: t`By the identities of docs/margin-arithmetic.md`,
    },
  ];
}

interface Quantities {
  readonly quantityBefore: Decimal;
  readonly quantityAfter: Decimal;
}

function positionFact({ quantityBefore, quantityAfter }: Quantities): Fact {
  return { label: t`Position`, value: <BeforeAfter before={quantityBefore} after={quantityAfter} unit={t`lots`} /> };
}

const beyondBookText = t`Not told: the book shown does not hold the order`;

/** Order cost and position of a cross order; where its liquidation price cannot be computed, why. */
function crossFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const { cross, counted, isBeyondBook } = figures;
  const { terms } = facts;
  if (cross === null) {
    if (counted === null) return [];
    const value = isBeyondBook ? beyondBookText : noCrossPriceText(facts);
    return [...orderCostFact(figures, facts), { label: t`Liquidation`, value }];
  }
  return [
    positionFact(cross),
    ...orderCostFact(figures, facts),
    {
      label: t`Liquidation`,
      value: (
        <BeforeAfter
          before={cross.liquidationBefore}
          after={cross.liquidationAfter}
          isEstimate
          minimumDecimals={scaleOf(terms.tick)}
        />
      ),
      hint: t`About: from what the wallet behind all cross positions may still lose, with the others at their marks of now`,
    },
  ];
}

function noCrossPriceText({ position }: TicketFacts): string {
  const now = position?.liquidationPrice ?? null;
  const stated = now === null ? '' : t` (${formatDecimal(now)} now)`;
  return t`Not told${stated}: its whole wallet stands behind it, and no cross position of it states a price`;
}

/** Initial margin and fee at the cross leverage of the contract; with the leverage unknown, the reason. */
function orderCostFact(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const { terms, position } = facts;
  const margin = { label: t`Margin mode`, value: marginText(figures, { position }) };
  if (isReducing(figures.draft)) return [margin];
  if (figures.leverage === null)
    return [margin, { label: t`Order cost`, value: t`Unknown: the leverage of the contract cannot be read` }];
  const cost = crossOrderCost(figures, facts);
  return cost === null ? [margin] : [margin, { label: t`Order cost`, value: moneyText(cost, terms.settleCurrency) }];
}

function ratioText(ratio: Decimal | null): string {
  return ratio === null ? unknownText : formatPercent(ratio, { minimumDecimals: 2, maximumDecimals: 2 });
}

/** `counts`: the currency that the account is counted in; null: not known. */
function noDebtText(counts: string | null, trades: string): string {
  return counts === null || counts === trades
    ? t`Not told: the account or the price of the pair is not known`
    : t`Not told: the account is counted in ${counts}, the pair trades in ${trades}`;
}

/** Of an order on cross or isolated margin. */
function debtFacts(
  { debt, counted, draft, isBeyondBook }: TicketFigures,
  { terms, debts }: TicketFacts,
): readonly Fact[] {
  if ((draft.tradeType !== 'cross' && draft.tradeType !== 'isolated') || counted === null) return [];
  if (debt === null) {
    const value = isBeyondBook ? beyondBookText : noDebtText(debts?.account.quoteCurrency ?? null, terms.quoteCurrency);
    return [{ label: t`Debt ratio`, value }];
  }
  const line = debts?.liquidationRatio ?? null;
  return [
    {
      label: t`Debt ratio`,
      value: (
        <span className="number">
          {ratioText(debt.ratioBefore)} → ≈ {ratioText(debt.ratioAfter)}
          <span className="number-unit">
            {line === null ? '' : t` of ${formatPercent(line, { minimumDecimals: 0, maximumDecimals: 2 })}`}
          </span>
        </span>
      ),
      hint: t`Debts over assets of the account if all of it fills; at the last ratio the exchange sells. About: by the last price`,
    },
    {
      label: t`Liquidation`,
      value: liquidationText(debt.liquidationBefore, debt.liquidationAfter, terms.tick),
      hint: t`About: the price of this pair at which the account is liquidated, while all others stay`,
    },
  ];
}

function liquidationText(before: Decimal | null, after: Decimal | null, tick: Decimal): string {
  const told = (price: Decimal | null) =>
    price === null ? t`no price` : `≈ ${formatDecimal(price, { minimumDecimals: scaleOf(tick) })}`;
  return before === after ? told(after) : `${told(before)} → ${told(after)}`;
}
