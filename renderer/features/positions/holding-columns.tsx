import { formatPercent } from '#lib/format.ts';
import { absolute, type Decimal, isNegative, negate } from '#shared/decimal.ts';
import { type ContractRecord, isCompleteContract, type Position } from '#shared/domain/market/futures.ts';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { breakEven } from '#shared/order-entry/order-cost.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { clockText, fundingCost, fundingInMs } from '#lib/funding.ts';
import { useAtTick } from '#ui/clock.ts';
import type { Column } from '#ui/table/column.ts';
import { Loading, NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { pricePrecision } from './price-decimals.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

/** A row shows them all day: the rate changes slowly, and its clock runs by itself. */
const rateMs = 60_000;

interface HoldingCellProps {
  readonly profileId: string;
  readonly position: Position;
}

/** Read only while its column is shown, which is why the cells ask and not the table. */
function useContractOf({ profileId, position: { symbol } }: HoldingCellProps) {
  return useRead('contracts.read', { profileId, symbol }, { intervalMs: rateMs });
}

/** Where leaving brings back what coming in cost, at the account's own rate. */
function BreakEvenCell(props: HoldingCellProps) {
  const { profileId, position } = props;
  const contractRead = useContractOf(props);
  const ratesRead = useRead('accounts.marketFee', { profileId, venue: 'futures', symbol: position.symbol });
  const [contract, rates] = [contractRead.data, ratesRead.data];
  const { averageEntryPrice } = position;
  if (contractRead.isLoading || ratesRead.isLoading) return <Loading />;
  const isKnown = contract !== undefined && isCompleteContract(contract);
  if (!isKnown || rates === undefined || averageEntryPrice === null)
    return <Unknown reason={(contractRead.error ?? ratesRead.error)?.message} />;
  const { takerFeeRate: rate } = rates;
  const price = breakEven(
    {
      side: isNegative(position.quantity) ? 'sell' : 'buy',
      price: averageEntryPrice,
      entryRate: rate,
      exitRate: rate,
    },
    contractTerms(contract),
  );
  return <NumberCell own="figure" value={price} {...pricePrecision(position)} />;
}

/** `3:07`, hours and minutes. */
function shortClock(ms: number): string {
  return clockText(ms).slice(0, -3);
}

function FundingCell(props: HoldingCellProps) {
  const { data: contract, updatedAtMs, isLoading, error } = useContractOf(props);
  const clock = useAtTick(nowMs => {
    const inMs = fundingInMs(contract?.nextFundingInMs ?? null, updatedAtMs, nowMs);
    return inMs === null ? '' : shortClock(inMs);
  });
  const { settleCurrency } = props.position;
  const cost = contract === undefined ? null : fundingCost(props.position, contract);
  if (isLoading) return <Loading />;
  if (contract === undefined || cost === null)
    return <Unknown reason={error?.message ?? t`The exchange does not state the rate.`} />;
  return (
    <span className="number" title={fundingTitle(settleCurrency, contract, cost)}>
      {formatOwn(negate(cost), { maximumDecimals: settleCurrency === 'XBT' ? 6 : 2, isSigned: true })}
      <span className="number-unit">{t` in ${clock === '' ? '?' : clock}`}</span>
    </span>
  );
}

function fundingTitle(settleCurrency: string, { predictedFundingFeeRate }: ContractRecord, cost: Decimal): string {
  const verb = isNegative(cost) ? t`receives` : t`pays`;
  const then =
    predictedFundingFeeRate === null
      ? ''
      : t` Next prediction: ${formatPercent(predictedFundingFeeRate, { maximumDecimals: 4 })}.`;
  return t`At the current rate and mark price the position ${verb} ${formatOwn(absolute(cost))} ${settleCurrency}.${then}`;
}

/** What holding a position costs, and where it would have cost nothing. */
export function holdingColumns(profileId: string): readonly Column<Position>[] {
  return [
    {
      key: 'breakEven',
      title: t`Break-even`,
      hint: orderHints.breakEven,
      width: 80,
      align: 'end',
      priority: 8,
      render: position => <BreakEvenCell profileId={profileId} position={position} />,
    },
    {
      key: 'funding',
      title: t`Funding`,
      hint: t`Next funding payment at the current rate and mark price, − paid, + received, in the settlement currency, and time left`,
      // six decimals of an inverse contract
      width: 116,
      align: 'end',
      priority: 7,
      render: position => <FundingCell profileId={profileId} position={position} />,
    },
  ];
}
