import { absolute, type Decimal, scaleOf } from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { formatPercent } from '#lib/format.ts';
import { WithChips } from '#ui/value/chip.tsx';
import { ExpiryChip } from '#ui/value/expiry-chip.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import { t } from '#shared/words/t.ts';

const fee = { minimumDecimals: 3, maximumDecimals: 4 };
const margin = { minimumDecimals: 1, maximumDecimals: 2 };

/** Mark decides on liquidations, index is where the others trade. */
export function priceFacts(contract: FuturesContract): readonly Fact[] {
  const { quoteCurrency, tickSize, openInterest } = contract;
  const price = (value: Decimal | null) => (
    <NumberCell own="none" value={value} unit={quoteCurrency} minimumDecimals={scaleOf(tickSize)} />
  );
  return [
    { label: t`Mark`, value: price(contract.markPrice) },
    { label: t`Index`, value: price(contract.indexPrice) },
    { label: t`Last`, value: price(contract.lastTradePrice) },
    { label: t`Open interest`, value: <NumberCell own="none" value={openInterest} unit={t`lots`} /> },
  ];
}

function Expiry({ expireAtMs }: { readonly expireAtMs: number }) {
  return (
    <WithChips>
      <Moment epochMs={expireAtMs} />
      <ExpiryChip expireAtMs={expireAtMs} />
    </WithChips>
  );
}

/** What one lot is, and what an order may ask for. */
export function sizeFacts(contract: FuturesContract): readonly Fact[] {
  const { isInverse, baseCurrency, quoteCurrency, settleCurrency, expireAtMs } = contract;
  return [
    { label: t`State`, value: contract.status },
    { label: t`Kind`, value: t`${isInverse ? t`inverse` : t`linear`}, settled in ${settleCurrency}` },
    {
      label: t`One lot`,
      value: (
        <NumberCell own="none" value={absolute(contract.multiplier)} unit={isInverse ? quoteCurrency : baseCurrency} />
      ),
    },
    { label: t`Lot step`, value: <NumberCell own="none" value={contract.lotSize} unit={t`lots`} /> },
    { label: t`Tick`, value: <NumberCell own="none" value={contract.tickSize} unit={quoteCurrency} /> },
    { label: t`Largest order`, value: <NumberCell own="none" value={contract.maxOrderQty} unit={t`lots`} /> },
    { label: t`Highest price`, value: <NumberCell own="none" value={contract.maxPrice} unit={quoteCurrency} /> },
    { label: t`Highest leverage`, value: <span className="number">{contract.maxLeverage}×</span> },
    { label: t`Initial margin`, value: formatPercent(contract.initialMargin, margin) },
    { label: t`Maintenance margin`, value: formatPercent(contract.maintainMargin, margin) },
    { label: t`Auto-deleveraging`, value: contract.isDeleverage ? t`yes` : t`no` },
    { label: t`Expires`, value: expireAtMs === null ? t`never` : <Expiry expireAtMs={expireAtMs} /> },
  ];
}

export function feeFacts({ makerFeeRate, takerFeeRate }: FuturesContract): readonly Fact[] {
  return [
    { label: t`Maker`, value: formatPercent(makerFeeRate, fee) },
    { label: t`Taker`, value: formatPercent(takerFeeRate, fee) },
  ];
}
