import { useState } from 'react';
import { RowLimits } from '#shared/domain/limits.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';

/** How many orders the profile may send. Main asks the user in a window of its own before it takes a higher figure. */
export function ActLimits({ profileId }: { readonly profileId: string }) {
  const limits = useRead('policy.read', { profileId });
  const change = useWrite('policy.change', { refreshes: ['policy.read'] });
  const [typed, setTyped] = useState<Partial<Record<keyof RowLimits, string>>>({});
  if (limits.data === undefined) return null;
  const { policy } = limits.data;
  const { acts } = policy;
  const text = {
    perSecond: typed.perSecond ?? String(acts.perSecond),
    perMinute: typed.perMinute ?? String(acts.perMinute),
  };
  const wanted = RowLimits.safeParse({ perSecond: toCount(text.perSecond), perMinute: toCount(text.perMinute) });
  const isSame = text.perSecond === String(acts.perSecond) && text.perMinute === String(acts.perMinute);
  const reason = wanted.success ? null : 'Whole numbers: 1 to 1000 in a second, 1 to 10000 in a minute';
  const save = async () => {
    if (!wanted.success) return;
    const outcome = await change.send({ profileId, policy: { ...policy, acts: wanted.data } });
    if (outcome.ok) setTyped({});
  };
  return (
    <fieldset className="key-home">
      <legend className="field-label">Most orders that are sent, each row of a batch counted</legend>
      <Field label="In any second">
        {control => (
          <Input {...control} value={text.perSecond} onChange={perSecond => setTyped({ ...typed, perSecond })} />
        )}
      </Field>
      <Field label="In any minute">
        {control => (
          <Input {...control} value={text.perMinute} onChange={perMinute => setTyped({ ...typed, perMinute })} />
        )}
      </Field>
      <Button size="small" disabledReason={isSame ? 'These are the limits now' : reason} onPress={save}>
        Change limits
      </Button>
      {change.error === null ? null : <p className="notice notice-danger">{change.error.message}</p>}
    </fieldset>
  );
}

function toCount(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
