import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useWrite } from '#bridge/use-write.ts';
import { visibleText } from '#lib/format.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

interface LinkedProfileProps {
  /** null: none is linked */
  readonly profileId: string | null;
  readonly onLink: (profileId: string | null) => void;
}

/**
 * The profile whose key opens this account. What the account orders, fills and holds open is told to that key alone: the
 * window goes over to that profile, and comes back by the profile's name in the header.
 */
export function LinkedProfile({ profileId, onLink }: LinkedProfileProps) {
  const choice = useProfiles().data;
  const { send, isPending } = useWrite('profiles.select', { refreshes: ['profiles.list'] });
  const others = choice?.profiles.filter(profile => profile.id !== choice.active.id) ?? [];
  if (others.length === 0)
    return (
      <p className="overseer-note">{t`Its orders, fills and positions are told to a profile with its own key only.`}</p>
    );
  const linked = others.find(profile => profile.id === profileId);
  const open = async (id: string) => {
    const outcome = await send({ id });
    if (!outcome.ok) showToast('warning', outcome.error.message);
  };
  return (
    <div className="overseer-linked">
      <Field label={t`Profile with its key`}>
        {control => (
          <Select
            {...control}
            value={linked?.id ?? ''}
            options={[
              { value: '', label: t`none` },
              ...others.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
            ]}
            onChange={id => onLink(id === '' ? null : id)}
          />
        )}
      </Field>
      {linked === undefined ? null : (
        <Button
          size="small"
          isBusy={isPending}
          onPress={() => open(linked.id)}
        >{t`Open its orders, fills, positions`}</Button>
      )}
    </div>
  );
}
