import type { Profile } from '#shared/domain/profile.ts';
import { useUiStore } from '#state/ui-store.ts';
import { ConnectSheet } from './connect/connect-sheet.tsx';
import { ProfilesSheet } from './profiles-sheet.tsx';

interface ProfileSheetsProps {
  readonly active: Profile;
  readonly profiles: readonly Profile[];
}

/** The sheets about profiles, whichever is open. */
export function ProfileSheets({ active, profiles }: ProfileSheetsProps) {
  const openSheet = useUiStore(state => state.openSheet);
  const showSheet = useUiStore(state => state.showSheet);
  const close = () => showSheet('none');
  if (openSheet === 'connect') return <ConnectSheet profiles={profiles} onClose={close} />;
  if (openSheet === 'profiles')
    return <ProfilesSheet active={active} profiles={profiles} onConnect={() => showSheet('connect')} onClose={close} />;
  return null;
}
