import { useState } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Input } from '#ui/form/input.tsx';
import { type ComparedMoments, type TypedMoments, readMoments } from './moments.ts';
import { t } from '#shared/words/t.ts';

interface MomentsFormProps {
  /** when this session began to read accounts; null: not known */
  readonly startMs: number | null;
  readonly onCompare: (moments: ComparedMoments) => void;
}

const ages = [
  { typed: '1h', title: t`1 h` },
  { typed: '1d', title: t`1 d` },
  { typed: '7d', title: t`7 d` },
] as const;

// read when a moment is typed, not while the form is drawn
const nowMs = () => Date.now();

/** Which two moments are compared: typed, or an age up to now. */
export function MomentsForm({ startMs, onCompare }: MomentsFormProps) {
  const [typed, setTyped] = useState<TypedMoments>({ first: '1d', second: '' });
  const [reason, setReason] = useState<string | null>(null);
  const compare = (next: TypedMoments) => {
    setTyped(next);
    const read = readMoments(next, nowMs());
    setReason(read.isValid ? null : read.reason);
    if (read.isValid) onCompare(read.moments);
  };
  return (
    <form
      className="moments-form"
      aria-label={t`Moments to compare`}
      onSubmit={event => {
        event.preventDefault();
        compare(typed);
      }}
    >
      <label>
        {t`From`} <Input value={typed.first} maxLength={20} onChange={first => setTyped({ ...typed, first })} />
      </label>
      <label>
        {t`To`}{' '}
        <Input
          value={typed.second}
          maxLength={20}
          placeholder={t`now`}
          onChange={second => setTyped({ ...typed, second })}
        />
      </label>
      <Button size="small" type="submit">{t`Compare`}</Button>
      <span className="moments-ages" role="group" aria-label={t`Up to now`}>
        {ages.map(age => (
          <Button key={age.typed} size="small" onPress={() => compare({ first: age.typed, second: '' })}>
            {age.title}
          </Button>
        ))}
        {startMs === null ? null : (
          <Button
            size="small"
            onPress={() => {
              setReason(null);
              onCompare({ firstMs: startMs, secondMs: null });
            }}
          >
            {t`Since start`}
          </Button>
        )}
      </span>
      {reason === null ? null : (
        <span role="alert" className="moments-reason">
          {reason}
        </span>
      )}
    </form>
  );
}
