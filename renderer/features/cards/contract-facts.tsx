import { absolute, type Decimal, scaleOf } from '#shared/decimal.ts';
import type { ContractRecord } from '#shared/domain/market/futures.ts';
import { formatPercent } from '#lib/format.ts';
import { WithChips } from '#ui/value/chip.tsx';
import { ExpiryChip } from '#ui/value/expiry-chip.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

const fee = { minimumDecimals: 3, maximumDecimals: 4 };
const margin = { minimumDecimals: 1, maximumDecimals: 2 };

/** Mark decides on liquidations, index is where the others trade. */
export function priceFacts(contract: ContractRecord): readonly Fact[] {
  const { tickSize, openInterest } = contract;
  const quoteCurrency = contract.quoteCurrency ?? '';
  const price = (value: Decimal | null) => (
    <NumberCell own="none" value={value} unit={quoteCurrency} minimumDecimals={scaleOf(tickSize ?? '0')} />
  );
  return [
    { label: t`Mark`, hint: positionHints.mark, value: price(contract.markPrice) },
    {
      label: t`Index`,
      hint: t`Price of the underlying on other exchanges, as the exchange reports it`,
      value: price(contract.indexPrice),
    },
    { label: t`Last`, hint: t`Price of the last trade`, value: price(contract.lastTradePrice) },
    {
      label: t`Open interest`,
      hint: t`Lots of all open positions of the contract`,
      value: <NumberCell own="none" value={openInterest} unit={t`lots`} />,
    },
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
export function sizeFacts(contract: ContractRecord): readonly Fact[] {
  const { isInverse, settleCurrency, multiplier } = contract;
  const [baseCurrency, quoteCurrency] = [contract.baseCurrency ?? '', contract.quoteCurrency ?? ''];
  return [
    {
      label: t`State`,
      hint: t`State of the contract, as the exchange names it`,
      value: contract.status ?? <Unknown />,
    },
    {
      label: t`Kind`,
      hint: t`Inverse: margin and PnL in the base coin. Linear: in the quote currency`,
      value: t`${isInverse ? t`inverse` : t`linear`}, settled in ${settleCurrency ?? '?'}`,
    },
    {
      label: t`One lot`,
      hint: t`Quantity of the underlying in one lot`,
      value: (
        <NumberCell
          own="none"
          value={multiplier === null ? null : absolute(multiplier)}
          unit={isInverse ? quoteCurrency : baseCurrency}
        />
      ),
    },
    {
      label: t`Lot step`,
      hint: t`Smallest step of a size`,
      value: <NumberCell own="none" value={contract.lotSize} unit={t`lots`} />,
    },
    {
      label: t`Tick`,
      hint: t`Smallest price step`,
      value: <NumberCell own="none" value={contract.tickSize} unit={quoteCurrency} />,
    },
    {
      label: t`Largest order`,
      hint: t`Largest size of one order`,
      value: <NumberCell own="none" value={contract.maxOrderQty} unit={t`lots`} />,
    },
    {
      label: t`Maximum price`,
      hint: t`Highest price of an order`,
      value: <NumberCell own="none" value={contract.maxPrice} unit={quoteCurrency} />,
    },
    ...riskFacts(contract),
  ];
}

/** Margin rates, and how a position can end. */
function riskFacts({ expireAtMs, ...contract }: ContractRecord): readonly Fact[] {
  return [
    { label: t`Maximum leverage`, hint: contractHints.maximumLeverage, value: leverageText(contract.maxLeverage) },
    { label: t`Initial margin`, hint: contractHints.initialMargin, value: rateText(contract.initialMargin, margin) },
    {
      label: t`Maintenance margin`,
      hint: contractHints.maintenanceMargin,
      value: rateText(contract.maintainMargin, margin),
    },
    {
      label: t`Auto-deleveraging`,
      hint: t`Whether the exchange may reduce positions to close another account`,
      value: contract.isDeleverage ? t`yes` : t`no`,
    },
    {
      label: t`Expires`,
      hint: t`Time at which the contract is settled`,
      value: expireAtMs === null ? t`never` : <Expiry expireAtMs={expireAtMs} />,
    },
  ];
}

function rateText(rate: Decimal | null, format: Parameters<typeof formatPercent>[1]) {
  return rate === null ? <Unknown /> : formatPercent(rate, format);
}

function leverageText(leverage: number | null) {
  return leverage === null ? <Unknown /> : <span className="number">{leverage}×</span>;
}

export function feeFacts({ makerFeeRate, takerFeeRate }: ContractRecord): readonly Fact[] {
  return [
    { label: t`Maker`, hint: contractHints.makerFee, value: rateText(makerFeeRate, fee) },
    { label: t`Taker`, hint: contractHints.takerFee, value: rateText(takerFeeRate, fee) },
  ];
}
