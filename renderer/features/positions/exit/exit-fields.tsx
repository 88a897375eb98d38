import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import type { ExitDraft, ExitWay } from './exit-form.ts';

const ways: readonly { readonly value: ExitWay; readonly label: string }[] = [
  { value: 'touch', label: 'at the touch, what is there at once (IOC)' },
  { value: 'market', label: 'at the market, at worst the slippage cap (IOC)' },
  { value: 'price', label: 'at a price of my own, rests (GTC)' },
];

interface ExitFieldsProps {
  readonly draft: ExitDraft;
  readonly onChange: (draft: ExitDraft) => void;
}

/** What is typed for an exit; reversing needs nothing. */
export function ExitFields({ draft, onChange }: ExitFieldsProps) {
  const { mode } = draft;
  if (mode === 'reverse') return null;
  const isStop = mode === 'stop' || mode === 'profit';
  return (
    <>
      {isStop ? (
        <Field label="Fires when mark is" hint={mode === 'stop' ? 'a price, or -2%' : 'a price, or 3%'}>
          {control => (
            <Input {...control} value={draft.trigger} onChange={trigger => onChange({ ...draft, trigger })} />
          )}
        </Field>
      ) : null}
      <Field label="Size" hint="50%, pos/2, or lots">
        {control => <Input {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
      {isStop ? null : (
        <Field label="How">
          {control => (
            <Select {...control} value={draft.way} options={ways} onChange={way => onChange({ ...draft, way })} />
          )}
        </Field>
      )}
      {!isStop && draft.way === 'price' ? (
        <Field label="Price" hint="67412.5, a, b, mid, b+1">
          {control => <Input {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />}
        </Field>
      ) : null}
    </>
  );
}
