import { lazy, Suspense } from 'react';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useWrite } from '#bridge/use-write.ts';
import { visibleText } from '#shared/visible-text.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

// few overseers have linked one
const LinkedAccountLists = lazy(async () => ({
  default: (await import('./linked-account.tsx')).LinkedAccountLists,
}));

interface LinkedProfileProps {
  readonly userId: string;
  readonly name: string;
  /** null: none is linked */
  readonly profileId: string | null;
  readonly onLink: (profileId: string | null) => void;
}

/**
 * The profile whose key opens this account. Orders, fills and positions of the account are readable by that key alone:
 * they are read with it here, and the window can switch to that profile.
 */
export function LinkedProfile({ userId, name, profileId, onLink }: LinkedProfileProps) {
  const choice = useProfiles().data;
  const { send, isPending } = useWrite('profiles.select', { refreshes: ['profiles.list'] });
  const others = choice?.profiles.filter(profile => profile.id !== choice.active.id) ?? [];
  if (others.length === 0)
    return <p className="overseer-note">{t`Orders, fills and positions require a profile with its own key.`}</p>;
  const linked = others.find(profile => profile.id === profileId);
  const open = async (id: string) => {
    const outcome = await send({ id });
    if (!outcome.ok) showToast('warning', outcome.error.message);
  };
  return (
    <>
      <div className="overseer-linked">
        <Field label={t`Profile with its key`}>
          {control => (
            <Select
              {...control}
              value={linked?.id ?? ''}
              options={[
                { value: '', label: t`none` },
                ...others.map(each => ({ value: each.id, label: visibleText(each.name) })),
              ]}
              onChange={id => onLink(id === '' ? null : id)}
            />
          )}
        </Field>
        {linked === undefined ? null : (
          <Button size="small" isBusy={isPending} onPress={() => open(linked.id)}>
            {t`Go to this profile`}
          </Button>
        )}
      </div>
      {linked === undefined || choice === undefined ? null : (
        <Suspense fallback={null}>
          <LinkedAccountLists profileId={choice.active.id} userId={userId} linkedId={linked.id} name={name} />
        </Suspense>
      )}
    </>
  );
}
