import { privacyLevel } from '#lib/own/privacy.ts';
import { keysFor } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { cyclePrivacy, privacyLabels } from './change-privacy.ts';
import { usePrivacyKeys } from './use-privacy-keys.ts';
import '../lock/lock.css';
import { t } from '#shared/words/t.ts';

/** The privacy level in the header; a press selects the next level. */
export function PrivacyButton() {
  usePrivacy();
  usePrivacyKeys();
  const keys = useUiStore(state => keysFor('privacy', state.shortcuts));
  const level = privacyLevel();
  return (
    <Button
      variant="quiet"
      size="small"
      isPressed={level !== 'off'}
      label={t`Privacy: ${privacyLabels[level]}. Click or ${keys} for the next level.`}
      onPress={cyclePrivacy}
    >
      <svg className="header-sign" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
        <circle cx="8" cy="8" r="2" />
        {level === 'off' ? null : <path d="M2.5 13.5 13.5 2.5" />}
      </svg>
    </Button>
  );
}
