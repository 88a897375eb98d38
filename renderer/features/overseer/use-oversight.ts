import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { firstOversight, type Oversight } from '#shared/domain/account/oversight.ts';
import { anyReadKey, readKey } from '#bridge/query-keys.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { t } from '#shared/words/t.ts';

export interface OversightChoice {
  readonly oversight: Oversight;
  /** false: what was kept has not been read yet */
  readonly isKnown: boolean;
  /** shown at once; when it cannot be stored the user is notified, and the stored value returns */
  readonly change: (part: Partial<Oversight>) => void;
}

/** What this user has chosen about the sub-accounts of a profile; main keeps it. */
export function useOversight(profileId: string): OversightChoice {
  const client = useQueryClient();
  const read = useRead('oversight.read', { profileId });
  const { send } = useWrite('oversight.save');
  const change = useCallback(
    (part: Partial<Oversight>) => {
      const key = readKey('oversight.read', { profileId });
      const kept = client.getQueryData<Oversight | null>(key);
      // an unread value would be overwritten by a default
      if (kept === undefined) return;
      const oversight = { ...(kept ?? firstOversight), ...part };
      client.setQueryData(key, oversight);
      void send({ profileId, oversight }).then(outcome => {
        // the lists of a linked account were refused until the user allowed the link
        if (outcome.ok && part.links !== undefined)
          void client.invalidateQueries({ queryKey: anyReadKey('accounts.linked') });
        if (outcome.ok) return;
        client.setQueryData(key, kept);
        showToast('warning', t`Not saved: ${outcome.error.message}`);
      });
    },
    [client, profileId, send],
  );
  return { oversight: read.data ?? firstOversight, isKnown: read.data !== undefined, change };
}
