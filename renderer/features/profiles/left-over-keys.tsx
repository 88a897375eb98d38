import { useState } from 'react';
import { useWrite } from '#bridge/use-write.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmSheet, FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { t } from '#shared/words/t.ts';

/** Keys in the keychain that no profile knows. They are looked for when asked, because looking may open the keychain. */
export function LeftOverKeys() {
  const look = useWrite('keychain.orphans');
  const [removing, setRemoving] = useState<string | null>(null);
  const found = look.value;
  if (found === undefined)
    return (
      <>
        {look.error === null ? null : <FailureNotice error={look.error} />}
        <p className="profile-actions">
          <Button
            size="small"
            variant="quiet"
            isBusy={look.isPending}
            onPress={() => look.send({})}
          >{t`Look for keys without a profile`}</Button>
        </p>
      </>
    );
  if (found.accounts.length === 0)
    return <p className="profile-detail">{t`The keychain holds no key without a profile.`}</p>;
  return (
    <>
      <ul className="profiles" aria-label={t`Keys without a profile`}>
        {found.accounts.map(account => (
          <li key={account} className="profile-line">
            <span className="profile-detail selectable">{t`key of Fathom ${visibleText(account)}, of no profile`}</span>
            <Button
              size="small"
              variant="quiet"
              label={t`Remove key ${account}`}
              onPress={() => setRemoving(account)}
            >{t`Remove…`}</Button>
          </li>
        ))}
      </ul>
      {found.caution === null ? null : <p className="notice notice-warning">{found.caution}</p>}
      {removing === null ? null : (
        <ForgetKey
          account={removing}
          caution={found.caution}
          onForgotten={() => look.send({})}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

interface ForgetKeyProps {
  readonly account: string;
  readonly caution: string | null;
  readonly onForgotten: () => Promise<unknown>;
  readonly onClose: () => void;
}

function ForgetKey({ account, caution, onForgotten, onClose }: ForgetKeyProps) {
  const forget = useWrite('keychain.forget');
  const confirm = async () => {
    const outcome = await forget.send({ account });
    if (!outcome.ok) return;
    onClose();
    await onForgotten();
  };
  const rest = t`The key cannot be restored. It stays valid at the exchange; delete it there if you do not need it.`;
  return (
    <ConfirmSheet
      title={t`Remove key from keychain`}
      confirmLabel={t`Remove this key`}
      isDangerous
      facts={[
        { label: t`Service`, hint: t`Program that stored the key in the keychain`, value: 'Fathom' },
        { label: t`Item`, hint: t`Name of the key in the keychain`, value: visibleText(account) },
      ]}
      warning={caution === null ? rest : `${caution} ${rest}`}
      isBusy={forget.isPending}
      error={forget.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
