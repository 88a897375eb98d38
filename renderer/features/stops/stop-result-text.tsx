import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { compare, type Decimal } from '#shared/decimal.ts';
import { splitPair } from '#shared/domain/market/market.ts';
import { spotDeal } from '#shared/order-entry/stop-result.ts';
import { formatDecimal } from '#lib/format.ts';
import { triggerText } from '#lib/orders/stop-distance.ts';
import { moneyDigits, stopPill } from '#lib/orders/stop-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { useStopResult } from './amend/use-stop-result.ts';
import { t } from '#shared/words/t.ts';

interface StopResultTextProps {
  readonly profileId: string;
  readonly stop: StopOrder;
}

/** What firing makes of the lots that a stop closes, with its currency; of a pair, which has no lots, what it deals in. */
export function StopResultText({ profileId, stop }: StopResultTextProps) {
  return stop.venue === 'spot' ? <SpotDealText stop={stop} /> : <LotsResultText profileId={profileId} stop={stop} />;
}

function LotsResultText({ profileId, stop }: StopResultTextProps) {
  const result = useStopResult(profileId, stop)(stop);
  return (
    <SignedNumber
      value={result?.amount}
      unit={result?.currency}
      unknownReason={t`It closes no lots of a known position.`}
      maximumDecimals={moneyDigits(result?.currency ?? '')}
    />
  );
}

/** What is read for its size: whole dollars, or a coin to a few digits. */
function roundDigits(funds: Decimal, currency: string): number {
  const isDollar = currency.startsWith('USD');
  return isDollar ? (compare(funds, '100') < 0 ? 2 : 0) : 5;
}

/** The side has a column of its own: the result is shown here, and all of it on hover. */
function SpotDealText({ stop }: Pick<StopResultTextProps, 'stop'>) {
  const { base, quote } = splitPair(stop.symbol);
  const deal = spotDeal(stop);
  if (deal === null || quote === null) return <Unknown reason={t`The exchange does not state the size.`} />;
  const { size, funds, isByFunds } = deal;
  const [of, money] = [
    isByFunds ? t`about ${formatDecimal(size)} ${base}` : `${formatDecimal(size)} ${base}`,
    isByFunds ? `${formatDecimal(funds)} ${quote}` : t`about ${formatDecimal(funds)} ${quote}`,
  ];
  const at = stop.type === 'limit' && stop.price !== null ? t`its limit` : t`its trigger`;
  const title =
    stop.side === 'buy'
      ? t`Buys ${of} for ${money} at ${at}, before fees.`
      : t`Sells ${of} for ${money} at ${at}, before fees.`;
  return (
    <span title={ownText(title)}>
      {t`for `}
      {isByFunds ? '' : '≈'}
      <NumberCell value={funds} unit={quote} maximumDecimals={roundDigits(funds, quote)} />
    </span>
  );
}

interface TriggerTextProps extends StopResultTextProps {
  /** null: not known */
  readonly distance: Decimal | null;
  /** what is left of the position; null: it is of none */
  readonly effect: string | null;
}

/** What fires a stop; pointed at, all of it in one line, and what firing makes of the position. */
export function TriggerText({ profileId, stop, distance, effect }: TriggerTextProps) {
  const result = useStopResult(profileId, stop)(stop);
  const pill = stopPill(stop, { distance, result });
  return (
    <span title={ownText(effect === null ? pill : t`${pill}; position after: ${effect}`)}>{triggerText(stop)}</span>
  );
}
