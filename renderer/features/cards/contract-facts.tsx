import { absolute, type Decimal, scaleOf } from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { formatPercent } from '#lib/format.ts';
import type { Fact } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';

const fee = { minimumDecimals: 3, maximumDecimals: 4 };
const margin = { minimumDecimals: 1, maximumDecimals: 2 };

/** Mark decides on liquidations, index is where the others trade. */
export function priceFacts(contract: FuturesContract): readonly Fact[] {
  const { quoteCurrency, tickSize, openInterest } = contract;
  const price = (value: Decimal | null) => (
    <NumberCell own="none" value={value} unit={quoteCurrency} minimumDecimals={scaleOf(tickSize)} />
  );
  return [
    { label: 'Mark', value: price(contract.markPrice) },
    { label: 'Index', value: price(contract.indexPrice) },
    { label: 'Last', value: price(contract.lastTradePrice) },
    { label: 'Open interest', value: <NumberCell own="none" value={openInterest} unit="lots" /> },
  ];
}

/** What one lot is, and what an order may ask for. */
export function sizeFacts(contract: FuturesContract): readonly Fact[] {
  const { isInverse, baseCurrency, quoteCurrency, settleCurrency, expireAtMs } = contract;
  return [
    { label: 'State', value: contract.status },
    { label: 'Kind', value: `${isInverse ? 'inverse' : 'linear'}, settled in ${settleCurrency}` },
    {
      label: 'One lot',
      value: (
        <NumberCell own="none" value={absolute(contract.multiplier)} unit={isInverse ? quoteCurrency : baseCurrency} />
      ),
    },
    { label: 'Lot step', value: <NumberCell own="none" value={contract.lotSize} unit="lots" /> },
    { label: 'Tick', value: <NumberCell own="none" value={contract.tickSize} unit={quoteCurrency} /> },
    { label: 'Largest order', value: <NumberCell own="none" value={contract.maxOrderQty} unit="lots" /> },
    { label: 'Highest price', value: <NumberCell own="none" value={contract.maxPrice} unit={quoteCurrency} /> },
    { label: 'Highest leverage', value: <span className="number">{contract.maxLeverage}×</span> },
    { label: 'Initial margin', value: formatPercent(contract.initialMargin, margin) },
    { label: 'Maintenance margin', value: formatPercent(contract.maintainMargin, margin) },
    { label: 'Auto-deleveraging', value: contract.isDeleverage ? 'yes' : 'no' },
    { label: 'Expires', value: expireAtMs === null ? 'never' : <Moment epochMs={expireAtMs} /> },
  ];
}

export function feeFacts({ makerFeeRate, takerFeeRate }: FuturesContract): readonly Fact[] {
  return [
    { label: 'Maker', value: formatPercent(makerFeeRate, fee) },
    { label: 'Taker', value: formatPercent(takerFeeRate, fee) },
  ];
}
