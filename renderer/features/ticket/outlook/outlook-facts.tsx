import { type Decimal, isPositive, scaleOf } from '#shared/decimal.ts';
import { formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { marginText, moneyText } from '../model/order-texts.ts';
import { crossOrderCost, isCrossOrder, isReducing } from './outlook.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
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
    { label: t`Order cost`, hint: orderHints.cost, value: moneyText(outlook.marginNeeded, terms.settleCurrency) },
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
      hint: positionHints.liquidationChange,
    },
  ];
}

interface Quantities {
  readonly quantityBefore: Decimal;
  readonly quantityAfter: Decimal;
}

function positionFact({ quantityBefore, quantityAfter }: Quantities): Fact {
  return {
    label: t`Position`,
    hint: positionHints.change,
    value: <BeforeAfter before={quantityBefore} after={quantityAfter} unit={t`lots`} />,
  };
}

const beyondBookText = t`Unknown: the order is larger than the loaded order book`;

const crossLiquidationHint = t`Estimate: wallet equity of all cross positions, other positions at current mark prices`;

/** Order cost and position of a cross order; where its liquidation price cannot be computed, why. */
function crossFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const { cross, fills, isBeyondBook } = figures;
  const { terms } = facts;
  if (cross === null) {
    // what fills nothing leaves the position as it is
    if (fills === null || !isPositive(fills)) return [];
    const value = isBeyondBook ? beyondBookText : noCrossPriceText(facts);
    return [...orderCostFact(figures, facts), { label: t`Liquidation`, hint: crossLiquidationHint, value }];
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
      hint: crossLiquidationHint,
    },
  ];
}

function noCrossPriceText({ position }: TicketFacts): string {
  const now = position?.liquidationPrice ?? null;
  const stated = now === null ? '' : t` (${formatDecimal(now)} now)`;
  return t`Unknown${stated}: the whole wallet is its margin, and no cross position has a liq. price`;
}

/** Initial margin and fee at the cross leverage of the contract; with the leverage unknown, the reason. */
function orderCostFact(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const { terms, position } = facts;
  const margin = { label: t`Margin mode`, hint: positionHints.marginMode, value: marginText(figures, { position }) };
  if (isReducing(figures.draft)) return [margin];
  if (figures.leverage === null)
    return [
      margin,
      { label: t`Order cost`, hint: orderHints.cost, value: t`Unknown: the leverage of the contract is not loaded` },
    ];
  const cost = crossOrderCost({ ...figures, counted: figures.fills }, facts);
  return cost === null
    ? [margin]
    : [margin, { label: t`Order cost`, hint: orderHints.cost, value: moneyText(cost, terms.settleCurrency) }];
}

function ratioText(ratio: Decimal | null): string {
  return ratio === null ? unknownText : formatPercent(ratio, { minimumDecimals: 2, maximumDecimals: 2 });
}

/** `counts`: the currency that the account is counted in; null: not known. */
function noDebtText(counts: string | null, trades: string): string {
  return counts === null || counts === trades
    ? t`Unknown: the account or the price of the pair is missing`
    : t`Unknown: the account is valued in ${counts}, the pair trades in ${trades}`;
}

const debtRatioHint = t`Liabilities / assets of the account if the order fills completely; liquidation at the last ratio. Estimate by the last price`;

/** Of an order on cross or isolated margin. */
function debtFacts(
  { debt, counted, draft, isBeyondBook }: TicketFigures,
  { terms, debts }: TicketFacts,
): readonly Fact[] {
  if ((draft.tradeType !== 'cross' && draft.tradeType !== 'isolated') || counted === null) return [];
  if (debt === null) {
    const value = isBeyondBook ? beyondBookText : noDebtText(debts?.account.quoteCurrency ?? null, terms.quoteCurrency);
    return [{ label: t`Debt ratio`, hint: debtRatioHint, value }];
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
      hint: debtRatioHint,
    },
    {
      label: t`Liquidation`,
      value: liquidationText(debt.liquidationBefore, debt.liquidationAfter, terms.tick),
      hint: t`Estimate: price of this pair at which the account is liquidated if all other prices are unchanged`,
    },
  ];
}

function liquidationText(before: Decimal | null, after: Decimal | null, tick: Decimal): string {
  const formatPrice = (price: Decimal | null) =>
    price === null ? t`no price` : `≈ ${formatDecimal(price, { minimumDecimals: scaleOf(tick) })}`;
  return before === after ? formatPrice(after) : `${formatPrice(before)} → ${formatPrice(after)}`;
}
