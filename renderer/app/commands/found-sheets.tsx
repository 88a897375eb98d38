import { useProfiles } from '#bridge/reference/use-reference.ts';
import { TransferSheet } from '#features/accounts/transfer/transfer-sheet.tsx';
import { PolicySheet } from '#features/profiles/policy/policy-sheet.tsx';
import { SafetySheet } from '#features/safety/safety-sheet.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { ActionPlace } from './actions/action-place.tsx';

const close = () => useCommandStore.getState().show('none');

/** The sheets of the profile that the palette and rows of sub-accounts open. */
export function FoundSheets() {
  const profile = useProfiles().data?.active;
  const shown = useCommandStore(state => state.shown);
  const transfer = useCommandStore(state => state.transfer);
  if (profile === undefined) return null;
  if (shown === 'action') return <ActionPlace profile={profile} />;
  if (shown === 'safety') return <SafetySheet profile={profile} onClose={close} />;
  if (shown === 'policy') return <PolicySheet profile={profile} onClose={close} />;
  if (shown !== 'transfer') return null;
  return <TransferSheet profile={profile} {...transfer} onClose={close} />;
}
