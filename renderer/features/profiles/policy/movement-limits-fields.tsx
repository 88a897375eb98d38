import type { PolicyState } from '#shared/calls/policy-calls.ts';
import {
  movementFigures,
  type MovementKind,
  movementKinds,
  movementLabels,
  movementText,
} from '#shared/policy/movements.ts';
import { t } from '#shared/words/t.ts';
import { Figure, type GroupProps } from './policy-figure.tsx';
import { movementField } from './policy-form.ts';

interface MovementLimitsFieldsProps extends GroupProps {
  readonly state: PolicyState;
}

const titles: Readonly<Record<MovementKind, string>> = {
  loans: t`Loans`,
  transfers: t`Transfers between wallets`,
  removedMargin: t`Removed margin`,
  settings: t`Leverage, margin mode and risk limit`,
};

/** What loans, transfers, removed margin and contract settings may come to, and what they came to. */
export function MovementLimitsFields({ state, ...group }: MovementLimitsFieldsProps) {
  return movementKinds.map(kind => (
    <fieldset key={kind} className="policy-group policy-figures">
      <legend className="field-label">{titles[kind]}</legend>
      {movementFigures.map(figure => (
        <Figure
          key={figure}
          {...group}
          field={movementField(kind, figure)}
          label={movementLabels[kind][figure]}
          unit={kind === 'settings' ? undefined : group.summary.text.currency}
          hint={figure === 'askFrom' ? t`In the trusted window; counted since the last time typed.` : undefined}
        />
      ))}
      <p className="policy-counted">{countedWords(kind, state)}</p>
    </fieldset>
  ));
}

function countedWords(kind: MovementKind, { policy, moved }: PolicyState): string {
  const { movements, currency } = policy;
  const count = moved[kind];
  const { hour, day } = movementLabels[kind];
  if (count === null) return t`${day}: they cannot be counted now, so none is sent.`;
  const words = (figure: Parameters<typeof movementText>[1]) => movementText(kind, figure, currency);
  const ofHour = t`${hour}: ${words(count.hour)} of ${words(movements[kind].perHour)}`;
  return `${ofHour} · ${t`${day}: ${words(count.day)} of ${words(movements[kind].perDay)}`}`;
}
