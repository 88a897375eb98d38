import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Decimal } from '#shared/decimal.ts';
import { triggerText } from '#lib/orders/stop-distance.ts';
import { moneyDigits, stopPill } from '#lib/orders/stop-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { useStopResult } from './amend/use-stop-result.ts';
import { t } from '#shared/words/t.ts';

interface StopResultTextProps {
  readonly profileId: string;
  readonly stop: StopOrder;
}

/** What firing makes of the lots that a stop closes, with its currency. */
export function StopResultText({ profileId, stop }: StopResultTextProps) {
  const result = useStopResult(profileId, stop)(stop);
  return (
    <SignedNumber
      value={result?.amount}
      unit={result?.currency}
      unknownReason={t`It closes no lots of a position that is known.`}
      maximumDecimals={moneyDigits(result?.currency ?? '')}
    />
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
    <span title={ownText(effect === null ? pill : t`${pill}; position then: ${effect}`)}>{triggerText(stop)}</span>
  );
}
