import { formatAge } from '#lib/age.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Select } from '#ui/form/input.tsx';
import type { AwaySince } from '../model/away-since.ts';
import { t } from '#shared/words/t.ts';

interface SincePickerProps {
  readonly since: AwaySince;
  readonly choices: readonly AwaySince[];
  readonly choose: (since: AwaySince) => void;
}

const keyOf = ({ kind, sinceMs }: AwaySince) => `${kind} ${sinceMs}`;

function sinceText({ kind, sinceMs, untilMs }: AwaySince, nowMs: number): string {
  const moment = formatMoment(sinceMs, nowMs);
  if (untilMs !== null) return t`${moment}, then away for ${formatAge(untilMs - sinceMs)}`;
  return kind === 'seen' ? t`${moment}, acknowledged` : t`${moment}, opened`;
}

/** The start of the listed events: each absence, the last mark, or the start. */
export function SincePicker({ since, choices, choose }: SincePickerProps) {
  const nowMs = useNow(60_000);
  return (
    <span className="overview-since">
      {t`since`}{' '}
      <Select
        label={t`Start time`}
        value={keyOf(since)}
        options={choices.map(each => ({ value: keyOf(each), label: sinceText(each, nowMs) }))}
        onChange={value => {
          const chosen = choices.find(each => keyOf(each) === value);
          if (chosen !== undefined) choose(chosen);
        }}
      />
    </span>
  );
}
