import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import { factsOf } from './report-text.ts';

type Confirmation = Extract<TrustedQuestion, { readonly kind: 'confirm' }>;

/** Asks whether a frozen profile may send again. */
export function releaseQuestion({ name, colour }: Profile, run: KillRun | null): Confirmation {
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: `Release ${name}?`,
    facts: run === null ? [] : [...factsOf(run)],
    warning: 'After this, buttons can send orders again. First check what the kill switch left open.',
    typeBack: name,
    confirmLabel: 'Release',
  };
}

/** Asks whether actions are sent again. */
export function endDryRunQuestion({ name, colour, spotUrl, futuresUrl }: Profile): Confirmation {
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: `End the dry run of ${name}?`,
    facts: [
      { label: 'Spot', value: spotUrl },
      { label: 'Futures', value: futuresUrl },
    ],
    warning: 'After this, buttons send again: they place orders and move money.',
    typeBack: name,
    confirmLabel: 'Send from now on',
  };
}

/** Asks whether the audit journal begins again although a check found something wrong. */
export function acceptAuditQuestion({ name, colour }: Profile, problem: string): Confirmation {
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: 'Accept the audit journal as it is?',
    facts: [{ label: 'Found', value: problem }],
    warning:
      'After this, the rows up to now are no longer proven. Accept only if you know the reason: a restored backup, a moved or deleted file, another computer. A row records that you accepted it.',
    typeBack: 'accept',
    confirmLabel: 'Accept as a new beginning',
  };
}

/** Offers the kill switch where the main page does not answer. */
export function hangQuestion({ name, colour }: Profile, active: number | null): Confirmation {
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: 'The window does not answer',
    facts: [{ label: 'Open now', value: active === null ? 'unknown' : `${active}` }],
    warning: `The page of the window does not respond; Fathom itself runs. Cancel all orders of ${name} at every venue and send nothing new, or close this question and wait.`,
    typeBack: null,
    confirmLabel: active === null ? 'Cancel all + freeze' : `Cancel all + freeze (${active})`,
  };
}

/** Says what became of it, or how far it is, where the main page cannot. */
export function outcomeQuestion({ name, colour }: Profile, run: KillRun): Confirmation {
  const isOver = run.endedAtMs !== null;
  const isClear = isOver && run.rows.every(({ state }) => state === 'clear');
  const goesOn = isOver ? '' : ' Fathom keeps trying the rest, then shows this question again.';
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: isClear ? 'No order is open' : isOver ? 'Not all orders are cancelled' : 'Not all orders are cancelled yet',
    facts: [...factsOf(run)],
    warning: `${name} is frozen: until you release it, Fathom sends only cancels and orders that reduce.${goesOn}`,
    typeBack: null,
    confirmLabel: 'I have read this',
  };
}
