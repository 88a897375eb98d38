import { useStream } from '#bridge/stream.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { t } from '#shared/words/t.ts';

/** Says what is sent until the account is known again; shows nothing otherwise. */
export function ReconciliationItem({ profileId }: { readonly profileId: string }) {
  const event = useStream('reconciliation.changed');
  if (event === undefined || event.profileId !== profileId || event.reason === null) return null;
  return (
    <Tooltip content={event.reason}>
      <span className="status-item status-storage" role="alert">
        {event.mayReduce
          ? t`Account not loaded: only cancels and actions that reduce risk are sent.`
          : t`The account is loading again: only cancels are sent.`}
      </span>
    </Tooltip>
  );
}
