import { minusSign } from '#lib/format.ts';
import { Button, TabStopContext } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { emptyExit, type ExitDraft, type ExitMode, type ExitWay } from './exit-draft.ts';
import { t } from '#shared/words/t.ts';

const ways: readonly { readonly value: ExitWay; readonly label: string }[] = [
  { value: 'market', label: t`Market, within the slippage cap (IOC)` },
  { value: 'touch', label: t`Best price only (IOC)` },
  { value: 'price', label: t`Limit price (GTC)` },
];

const modes: readonly { readonly value: ExitMode; readonly label: string }[] = [
  { value: 'reduce', label: t`Reduce or close (R, C)` },
  { value: 'stop', label: t`Stop loss (L)` },
  { value: 'profit', label: t`Take profit (T)` },
  { value: 'reverse', label: t`Reverse (V)` },
];

interface ExitFieldsProps {
  readonly draft: ExitDraft;
  readonly onChange: (draft: ExitDraft) => void;
}

/** Which exit, last, because what is typed comes first under the keys. */
export function ExitFields({ draft, onChange }: ExitFieldsProps) {
  return (
    <>
      <Figures draft={draft} onChange={onChange} />
      <Field label={t`Action`}>
        {control => (
          <Select
            {...control}
            value={draft.mode}
            options={modes}
            onChange={mode => onChange(emptyExit(mode, '100%'))}
          />
        )}
      </Field>
    </>
  );
}

const shares = ['25%', '50%', '75%', '100%'] as const;
/** Away from mark, for a long and a short. */
const distances = { stop: ['-1%', '-2%', '-5%', '-10%'], profit: ['1%', '2%', '5%', '10%'] } as const;

interface PicksProps {
  readonly label: string;
  readonly picks: readonly string[];
  readonly picked: string;
  readonly onPick: (text: string) => void;
}

/** Buttons for the usual entries, for the mouse; the keyboard uses Tab from field to field. */
function Picks({ label, picks, picked, onPick }: PicksProps) {
  return (
    <TabStopContext value={false}>
      <div className="exit-picks" role="group" aria-label={label}>
        {picks.map(text => (
          <Button
            key={text}
            size="small"
            label={`${text} ${label}`}
            isPressed={picked === text}
            onPress={() => onPick(text)}
          >
            {text.replace('-', minusSign).replace('%', ' %')}
          </Button>
        ))}
        <span className="field-note">{label}</span>
      </div>
    </TabStopContext>
  );
}

/** What is typed for an exit; reversing needs nothing. */
function Figures({ draft, onChange }: ExitFieldsProps) {
  const { mode } = draft;
  if (mode === 'reverse') return null;
  const isStop = mode === 'stop' || mode === 'profit';
  return (
    <>
      {isStop ? (
        <Field label={t`Trigger when mark is`} hint={mode === 'stop' ? t`a price, or -2%` : t`a price, or 3%`}>
          {control => (
            <Input isFigure {...control} value={draft.trigger} onChange={trigger => onChange({ ...draft, trigger })} />
          )}
        </Field>
      ) : null}
      {isStop ? (
        <Picks
          label={t`from mark`}
          picks={distances[mode]}
          picked={draft.trigger}
          onPick={trigger => onChange({ ...draft, trigger })}
        />
      ) : null}
      <Field label={t`Size`} hint={t`50%, pos/2, or lots`}>
        {control => <Input isFigure {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
      <Picks
        label={t`of the position`}
        picks={shares}
        picked={draft.size}
        onPick={size => onChange({ ...draft, size })}
      />
      {isStop ? null : (
        <Field label={t`Order type`}>
          {control => (
            <Select {...control} value={draft.way} options={ways} onChange={way => onChange({ ...draft, way })} />
          )}
        </Field>
      )}
      {!isStop && draft.way === 'price' ? (
        <Field label={t`Price`} hint={t`67412.5, a, b, mid, b+1`}>
          {control => (
            <Input isFigure {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />
          )}
        </Field>
      ) : null}
    </>
  );
}
