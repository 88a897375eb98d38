import { keysFor } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { lockNow, useLockKeys } from './use-lock-keys.ts';
import './lock.css';
import { t } from '#shared/words/t.ts';

/** Locks Fathom from the header. */
export function LockButton() {
  const hasPin = useLockKeys();
  const keys = useUiStore(state => keysFor('lock', state.shortcuts));
  return (
    <Button variant="quiet" size="small" label={t`Lock Fathom, ${keys}`} onPress={() => lockNow(hasPin)}>
      <svg className="header-sign" viewBox="0 0 16 16" aria-hidden="true">
        <rect x="3" y="7" width="10" height="7" rx="1.5" />
        <path d="M5 7V5a3 3 0 0 1 6 0v2" />
      </svg>
    </Button>
  );
}
