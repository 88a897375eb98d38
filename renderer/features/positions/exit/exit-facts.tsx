import type { Decimal } from '#shared/decimal.ts';
import { slippageBps } from '#shared/order-entry/book-walk.ts';
import { midOf } from '#shared/order-entry/price-text.ts';
import { worthOf } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import type { ExitContext, ExitSummary } from './exit-form.ts';

interface ExitFactsProps {
  readonly summary: ExitSummary;
  readonly context: ExitContext;
  readonly isReverse: boolean;
}

/** What the exit does: what it moves, what the book gives, what is left, and where that would be liquidated. */
export function ExitFacts({ summary, context, isReverse }: ExitFactsProps) {
  const { objection, warning } = summary;
  return (
    <>
      <Facts facts={[...worthFacts(summary, context), ...leftFacts(summary, context)]} />
      {isReverse ? (
        <p className="notice notice-warning">
          Two steps: the whole position is closed at the market, at worst the slippage cap; when it is proven gone you
          are asked to open as much on the other side. If the first step leaves something, the second is not offered.
        </p>
      ) : null}
      {warning === null ? null : <p className="notice notice-warning">{warning}</p>}
      {objection === null ? null : (
        <p className="field-error" role="status">
          {objection}
        </p>
      )}
    </>
  );
}

function money(amount: Decimal | null, currency: string, isSigned = false): string {
  if (amount === null) return unknownText;
  return `${formatDecimal(amount, { maximumDecimals: currency === 'XBT' ? 8 : 2, isSigned })} ${currency}`;
}

function worthFacts({ lots, price, walk, result, fee, order }: ExitSummary, context: ExitContext): readonly Fact[] {
  const { terms, book } = context;
  const { settleCurrency } = terms;
  const worth = lots === null || price === null ? null : worthOf(lots, price, terms);
  const touch = book.state === 'live' ? [book.bids[0]?.[0], book.asks[0]?.[0]] : [];
  const [bid, ask] = touch;
  const average = walk?.averagePrice ?? null;
  const slippage =
    average === null || bid === undefined || ask === undefined ? null : slippageBps(average, midOf(bid, ask));
  const bookText =
    walk === null || average === null
      ? unknownText
      : `takes ${formatDecimal(walk.taken)} at ${formatDecimal(average)}${slippage === null ? '' : `, ${slippage} bps from mid`}`;
  return [
    {
      label: order?.stop === undefined ? 'At' : 'Fires at mark',
      value: price === null ? unknownText : formatDecimal(price),
    },
    { label: 'Notional', value: money(worth, settleCurrency) },
    ...(order?.stop === undefined ? [{ label: 'Book now', value: bookText }] : []),
    {
      label: order?.stop === undefined ? 'Against entry' : 'Against entry, plus slippage',
      value: money(result, settleCurrency, true),
    },
    { label: 'Fee, at most', value: money(fee, settleCurrency) },
  ];
}

function leftFacts({ outlook }: ExitSummary, { position }: ExitContext): readonly Fact[] {
  if (position.marginMode === 'cross') {
    return [{ label: 'Liquidation', value: 'of the whole wallet: not told by this position alone' }];
  }
  if (outlook === null) return [];
  return [
    {
      label: 'Position',
      value: <BeforeAfter before={outlook.quantityBefore} after={outlook.quantityAfter} unit="lots" />,
    },
    {
      label: 'Liquidation',
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
