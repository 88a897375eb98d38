import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { moneyDigits } from '#lib/stop-text.ts';
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
