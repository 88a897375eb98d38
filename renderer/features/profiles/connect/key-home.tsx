import type { KeychainStatus } from '#shared/contract.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import type { Connect } from './use-connect.ts';
import { t } from '#shared/words/t.ts';

/** Where the secret will lie. Without a keychain that is explained, and memory for this session is the user's choice. */
export function KeyHome({ connect }: { readonly connect: Connect }) {
  const keychain = useRead('keychain.probe', {});
  const { storage } = connect.draft;
  const error = connect.errors.storage;
  return (
    <fieldset className="key-home">
      <legend className="field-label">{t`Where the key is kept`}</legend>
      <label className="checkbox">
        <input
          type="radio"
          name="key-home"
          checked={storage === 'keychain'}
          onChange={() => connect.change({ storage: 'keychain' })}
        />
        <span>
          {t`The keychain of this system`}
          <span className="checkbox-hint">{keychainText(keychain.data)}</span>
        </span>
      </label>
      <label className="checkbox">
        <input
          type="radio"
          name="key-home"
          checked={storage === 'session'}
          onChange={() => connect.change({ storage: 'session' })}
        />
        <span>
          {t`Memory only, until Fathom ends`}
          <span className="checkbox-hint">{t`Nothing is stored; you enter the key again next time.`}</span>
        </span>
      </label>
      <KeychainTrouble keychain={keychain} isWanted={storage === 'keychain'} />
      {error === undefined ? null : <p className="field-note field-error">{error}</p>}
    </fieldset>
  );
}

function keychainText(status: KeychainStatus | undefined): string {
  if (status === undefined) return t`Looking for it…`;
  return status.state === 'ready' ? t`Ready: ${status.detail}` : t`Not available.`;
}

interface KeychainTroubleProps {
  readonly keychain: Read<KeychainStatus>;
  readonly isWanted: boolean;
}

function KeychainTrouble({ keychain, isWanted }: KeychainTroubleProps) {
  const { data, error, isRefreshing, retry } = keychain;
  if (!isWanted) return null;
  if (error !== null) return <p className="notice notice-danger">{error.message}</p>;
  if (data === undefined || data.state === 'ready') return null;
  return (
    <div className="notice notice-warning" role="status">
      <p>{keychainTitle(data.state)}</p>
      <p>{data.detail}</p>
      <Button size="small" onPress={retry} isBusy={isRefreshing}>{t`Look again`}</Button>
    </div>
  );
}

function keychainTitle(state: KeychainStatus['state']): string {
  return state === 'locked'
    ? t`The keychain is locked. Unlock it, or keep this key in memory only.`
    : t`No keychain is available, and Fathom never writes a key to a file. Keep this key in memory only, or set up a keychain.`;
}
