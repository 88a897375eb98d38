import type { Decimal } from '#shared/decimal.ts';
import { slippageBps } from '#shared/order-entry/book-walk.ts';
import { midOf } from '#shared/order-entry/price-text.ts';
import { worthOf } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import type { ExitContext, ExitOrder, ExitSummary } from './exit-form.ts';
import { reverseOutlook } from './reverse-outlook.ts';
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
  const { objection, warning } = summary;
  return (
    <>
      <Facts
        facts={[
          ...worthFacts(summary, context),
          ...(opening === null ? leftFacts(summary, context) : reverseFacts(summary, context, opening)),
        ]}
      />
      {opening !== null ? (
        <p className="notice notice-warning">{t`Two steps: the whole position is closed at the market, at worst the slippage cap; when it is proven gone you are asked to open as much on the other side. If the first step leaves something, the second is not offered.`}</p>
      ) : null}
      {warning === null ? null : <p className="notice notice-warning">{warning}</p>}
      {objection === null ? null : (
        <p className={isUntouched ? 'field-note' : 'field-error'} role="status">
          {objection}
        </p>
      )}
    </>
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
  const { lots, price, result, fee, order, isMarket } = summary;
  const { terms } = context;
  const { settleCurrency } = terms;
  const worth = lots === null || price === null ? null : worthOf(lots, price, terms);
  const isStop = order?.stop !== undefined;
  return [
    {
      label: isStop ? t`Fires at mark` : isMarket ? t`Worst price (slippage cap)` : t`At`,
      value: price === null ? unknownText : formatDecimal(price),
    },
    { label: t`Notional`, value: money(worth, settleCurrency) },
    ...(isStop ? [] : [{ label: t`Book now`, value: bookText(summary, context) }]),
    {
      label: isStop ? t`Against entry, before slippage` : t`Against entry`,
      value: money(result, settleCurrency, true),
    },
    { label: t`Fee, at most`, value: money(fee, settleCurrency) },
  ];
}

/** What the book would give now, and how far from the middle. */
function bookText({ walk }: ExitSummary, { book }: ExitContext): string {
  const average = walk?.averagePrice ?? null;
  if (walk === null || average === null) return unknownText;
  const taken = t`takes ${formatDecimal(walk.taken)} at ${formatDecimal(average)}`;
  const [bid, ask] = book.state === 'live' ? [book.bids[0], book.asks[0]] : [];
  if (bid === undefined || ask === undefined) return taken;
  return t`${taken}, ${slippageBps(average, midOf(bid[0], ask[0]))} bps from mid`;
}

/** Both steps, and the position that they leave. */
function reverseFacts({ lots, price, side }: ExitSummary, context: ExitContext, opening: OpeningStep): readonly Fact[] {
  const { position, terms } = context;
  const outlook = reverseOutlook(opening.order, context);
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  return [
    { label: t`Step 1`, value: t`${verb} ${figureText(lots)} lots, at worst ${figureText(price)}, reduce-only` },
    { label: t`Step 2`, value: opening.words },
    {
      label: t`Position after`,
      value: <BeforeAfter before={position.quantity} after={outlook?.quantityAfter ?? null} unit={t`lots`} />,
    },
    {
      label: t`Liquidation`,
      value:
        position.marginMode === 'cross' ? (
          t`of the whole wallet: not told by this position alone`
        ) : (
          <BeforeAfter before={position.liquidationPrice} after={outlook?.liquidationAfter ?? null} isEstimate />
        ),
    },
    { label: t`Order cost of step 2`, value: money(outlook?.orderCost ?? null, terms.settleCurrency) },
  ];
}

function leftFacts({ outlook }: ExitSummary, { position }: ExitContext): readonly Fact[] {
  if (position.marginMode === 'cross') {
    return [{ label: t`Liquidation`, value: t`of the whole wallet: not told by this position alone` }];
  }
  if (outlook === null) return [];
  return [
    {
      label: t`Position`,
      value: <BeforeAfter before={outlook.quantityBefore} after={outlook.quantityAfter} unit={t`lots`} />,
    },
    {
      label: t`Liquidation`,
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
