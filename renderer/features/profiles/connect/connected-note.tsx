import type { CallOutput } from '#shared/contract.ts';
import { Button } from '#ui/form/button.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { describeHome, describePermissions, keyHint } from '../profile-text.ts';
import { useSelectProfile } from '../use-profile-actions.ts';
import { t } from '#shared/words/t.ts';

interface ConnectedNoteProps {
  readonly connected: CallOutput<'profiles.connect'>;
  readonly onClose: () => void;
}

/** The key works: what it may do, what to beware of, and the way to it. */
export function ConnectedNote({ connected, onClose }: ConnectedNoteProps) {
  const { profile, warnings } = connected;
  const select = useSelectProfile();
  const open = async () => {
    const outcome = await select.send({ id: profile.id });
    if (outcome.ok) onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t`Stay here`}</Button>
      <Button variant="primary" onPress={open} isBusy={select.isPending}>
        {t`Open ${profile.name}`}
      </Button>
    </>
  );
  const facts = [
    { label: t`Key`, hint: keyHint, value: `…${profile.keyHint}` },
    {
      label: t`May`,
      hint: t`Permissions of the key, as the exchange reports them`,
      value: describePermissions(profile),
    },
    {
      label: t`Mode`,
      hint: t`Read-only: Fathom sends no orders and moves no money`,
      value: profile.isReadOnly ? t`Read-only` : t`May trade`,
    },
    { label: t`Kept in`, hint: t`Where Fathom stores the secret of the key`, value: describeHome(profile) },
  ];
  return (
    <Sheet title={t`${profile.name} is connected`} onClose={onClose} profile={profile} actions={actions}>
      <Facts facts={facts} />
      {warnings.map(warning => (
        <p key={warning} className="notice notice-warning">
          {warning}
        </p>
      ))}
      {select.error === null ? null : <FailureNotice error={select.error} />}
    </Sheet>
  );
}
