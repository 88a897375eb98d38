import { useStream } from '#bridge/stream.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { t } from '#shared/words/t.ts';

/** Says that nothing but cancels is sent until the account is known again; nothing is shown otherwise. */
export function ReconciliationItem({ profileId }: { readonly profileId: string }) {
  const told = useStream('reconciliation.changed');
  if (told === undefined || told.profileId !== profileId || told.reason === null) return null;
  return (
    <Tooltip content={told.reason}>
      <span
        className="status-item status-storage"
        role="alert"
      >{t`Reading the account anew: only cancels are sent.`}</span>
    </Tooltip>
  );
}
