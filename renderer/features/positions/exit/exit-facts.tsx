import { absolute, type Decimal } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { slippageBps } from '#shared/order-entry/book-walk.ts';
import { midOf } from '#shared/order-entry/price-text.ts';
import { worthOf } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import type { ExitContext, ExitOrder, ExitSummary } from './exit-form.ts';
import { reverseOutlook } from './reverse-outlook.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

/** The order of the second step in words; null: it cannot be sent now, and the words say why. */
export interface OpeningStep {
  readonly order: ExitOrder | null;
  readonly words: string;
}

interface ExitFactsProps {
  readonly summary: ExitSummary;
  readonly context: ExitContext;
  /** the second step of a reversal; null: it is none */
  readonly opening: OpeningStep | null;
  /** nothing was typed yet: what is missing is no mistake */
  readonly isUntouched: boolean;
}

/** What the exit does: what it moves, what the book gives, what is left, and where that would be liquidated. */
export function ExitFacts({ summary, context, opening, isUntouched }: ExitFactsProps) {
  const { validationError, warning } = summary;
  return (
    <>
      <Facts
        facts={[
          ...worthFacts(summary, context),
          ...(opening === null ? leftFacts(summary, context) : reverseFacts(summary, context, opening)),
        ]}
      />
      {opening === null ? null : <OppositeNotice position={context.opposite ?? null} />}
      {opening !== null ? (
        <p className="notice notice-warning">{t`Two steps: 1. close the whole position at market within the slippage cap; 2. after confirmation, open the same size on the other side. Step 2 is not offered while a remainder is open.`}</p>
      ) : null}
      {warning === null ? null : <p className="notice notice-warning">{warning}</p>}
      {validationError === null ? null : (
        <p className={isUntouched ? 'field-note' : 'field-error'} role="status">
          {validationError}
        </p>
      )}
    </>
  );
}

/** That the second step adds to a position which is open already. */
function OppositeNotice({ position }: { readonly position: Position | null }) {
  if (position === null) return null;
  const lots = formatDecimal(absolute(position.quantity));
  return (
    <p className="notice notice-warning" role="alert">
      {position.positionSide === 'short'
        ? t`A short position of ${lots} lots is already open in this contract. Step 2 adds to it.`
        : t`A long position of ${lots} lots is already open in this contract. Step 2 adds to it.`}
    </p>
  );
}

function figureText(figure: Decimal | null): string {
  return figure === null ? unknownText : formatDecimal(figure);
}

function money(amount: Decimal | null, currency: string, isSigned = false): string {
  if (amount === null) return unknownText;
  return `${formatDecimal(amount, { maximumDecimals: currency === 'XBT' ? 8 : 2, isSigned })} ${currency}`;
}

function worthFacts(summary: ExitSummary, context: ExitContext): readonly Fact[] {
  const { lots, filling, price, result, order, isMarket } = summary;
  const { terms } = context;
  const { settleCurrency } = terms;
  const worthOfLots = (some: Decimal | null) => (some === null || price === null ? null : worthOf(some, price, terms));
  const both = (now: Decimal | null, all: Decimal | null) =>
    filling === lots
      ? money(all, settleCurrency)
      : t`${money(now, settleCurrency)} now, ${money(all, settleCurrency)} if all fills`;
  const isStop = order?.stop !== undefined;
  return [
    {
      label: isStop ? t`Trigger price (mark)` : isMarket ? t`Worst price (slippage cap)` : t`At`,
      hint: isStop ? orderHints.triggerPrice : orderHints.price,
      value: price === null ? unknownText : formatDecimal(price),
    },
    { label: t`Notional`, hint: orderHints.value, value: both(worthOfLots(filling), worthOfLots(lots)) },
    ...(isStop ? [] : [{ label: t`Order book now`, hint: orderHints.estFill, value: bookText(summary, context) }]),
    {
      label: isStop ? t`Est. realised PnL before slippage` : t`Est. realised PnL`,
      hint: orderHints.estPnl,
      value: money(result, settleCurrency, true),
    },
    { label: t`Max. fee`, hint: t`Fee at the taker rate of the account`, value: both(summary.fee, summary.wholeFee) },
  ];
}

/** What the book would give now, and how far from the middle. */
function bookText({ walk }: ExitSummary, { book }: ExitContext): string {
  const average = walk?.averagePrice ?? null;
  if (walk === null || average === null) return unknownText;
  const taken = t`est. fill ${formatDecimal(walk.taken)} at ${formatDecimal(average)}`;
  const [bid, ask] = book.state === 'live' ? [book.bids[0], book.asks[0]] : [];
  if (bid === undefined || ask === undefined) return taken;
  return t`${taken}, ${slippageBps(average, midOf(bid[0], ask[0]))} bps from mid`;
}

/** Both steps, and the position that they leave. */
function reverseFacts(
  { lots, price, side, walk }: ExitSummary,
  context: ExitContext,
  opening: OpeningStep,
): readonly Fact[] {
  const { position, opposite, terms } = context;
  const before = opposite ?? position;
  const outlook = reverseOutlook(opening.order, context, walk?.averagePrice ?? null);
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  return [
    {
      label: t`Step 1`,
      hint: t`Order that closes the position`,
      value: t`${verb} ${figureText(lots)} lots, at worst ${figureText(price)}, reduce-only`,
    },
    { label: t`Step 2`, hint: t`Order that opens the other side`, value: opening.words },
    {
      label: t`Position after`,
      hint: orderHints.positionAfter,
      value: <BeforeAfter before={before.quantity} after={outlook?.quantityAfter ?? null} unit={t`lots`} />,
    },
    {
      label: t`Liquidation`,
      hint: positionHints.liquidationChange,
      value:
        position.marginMode === 'cross' ? (
          t`of the whole wallet: unknown for this position alone`
        ) : (
          <BeforeAfter before={before.liquidationPrice} after={outlook?.liquidationAfter ?? null} isEstimate />
        ),
    },
    {
      label: t`Order cost of step 2`,
      hint: orderHints.cost,
      value: money(outlook?.orderCost ?? null, terms.settleCurrency),
    },
  ];
}

function leftFacts({ outlook }: ExitSummary, { position }: ExitContext): readonly Fact[] {
  if (position.marginMode === 'cross') {
    return [
      {
        label: t`Liquidation`,
        hint: positionHints.liquidationChange,
        value: t`of the whole wallet: unknown for this position alone`,
      },
    ];
  }
  if (outlook === null) return [];
  return [
    {
      label: t`Position`,
      hint: positionHints.change,
      value: <BeforeAfter before={outlook.quantityBefore} after={outlook.quantityAfter} unit={t`lots`} />,
    },
    {
      label: t`Liquidation`,
      hint: positionHints.liquidationChange,
      value: (
        <BeforeAfter
          before={outlook.liquidationBefore}
          after={outlook.liquidationAfter}
          isEstimate={outlook.isEstimate}
        />
      ),
    },
  ];
}
