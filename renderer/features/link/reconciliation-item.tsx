import { useStream } from '#bridge/stream.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { t } from '#shared/words/t.ts';

/** Says what is sent until the account is known again; shows nothing otherwise. */
export function ReconciliationItem({ profileId }: { readonly profileId: string }) {
  const told = useStream('reconciliation.changed');
  if (told === undefined || told.profileId !== profileId || told.reason === null) return null;
  return (
    <Tooltip content={told.reason}>
      <span className="status-item status-storage" role="alert">
        {told.mayReduce
          ? t`Account not read: only cancels and what reduces risk are sent.`
          : t`Reading the account anew: only cancels are sent.`}
      </span>
    </Tooltip>
  );
}
