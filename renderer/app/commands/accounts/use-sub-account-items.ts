import { ownName } from '#lib/own/own-name.ts';
import { ownText } from '#lib/own/privacy.ts';
import { useRead } from '#bridge/use-read.ts';
import { useOverseerViewStore } from '#features/overseer/overseer-view-store.ts';
import { chooseAccount } from '#state/windows/account-links.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import type { PaletteItem } from '../find-items.ts';
import { t } from '#shared/words/t.ts';

const showOversight = () => useWorkspaceStore.getState().showPanel('oversight');

/** The sub-accounts of the profile and the rules about them; read while the palette is open. */
export function useSubAccountItems(profileId: string): readonly PaletteItem[] {
  const { data } = useRead('accounts.subAccounts', { profileId });
  const accounts = (data?.items ?? []).map(
    ({ userId, uid, name, remarks }): PaletteItem => ({
      id: `sub-account ${userId}`,
      kind: 'sub-account',
      title: ownName(name),
      detail: t`UID ${ownText(uid ?? '—', 'figure')} ${ownName(remarks ?? '')}`,
      run: () => {
        chooseAccount('oversight', { profileId, userId });
        showOversight();
      },
    }),
  );
  const rules: PaletteItem = {
    id: 'rules',
    kind: 'command',
    title: t`Oversight rules`,
    detail: t`limits of sub-accounts`,
    run: () => {
      useOverseerViewStore.getState().change(profileId, { isRulesOpen: true });
      showOversight();
    },
  };
  return [rules, ...accounts];
}
