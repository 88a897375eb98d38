import type { LockState, PinHome } from '#shared/calls/lock-calls.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';

/** What is asked about the lock, in the trusted window alone. */

type PinQuestion = Extract<TrustedQuestion, { kind: 'enter-pin' }>;

/** It belongs to no profile. */
const base = { kind: 'enter-pin', profileName: 'Fathom', colour: 'slate', typeBack: null } as const;

export const releaseQuestion: PinQuestion = {
  ...base,
  title: 'Unlock Fathom',
  explanation: 'After this, Fathom shows account data and sends orders again.',
  asksCurrent: true,
  asksNew: false,
  confirmLabel: 'Unlock',
};

const homes: Readonly<Record<PinHome, string>> = {
  keychain: 'Fathom stores its salted hash in the keychain of this system.',
  session: 'Fathom keeps it in memory only, until Fathom ends.',
};

export function setPinQuestion(home: PinHome, hasPin: boolean): PinQuestion {
  return {
    ...base,
    title: hasPin ? 'Change the PIN' : 'Set a PIN',
    explanation: `The PIN unlocks Fathom. Use at least 6 digits or letters. ${homes[home]} A forgotten PIN cannot be recovered.`,
    asksCurrent: hasPin,
    asksNew: true,
    confirmLabel: hasPin ? 'Change PIN' : 'Set PIN',
  };
}

export const removePinQuestion: PinQuestion = {
  ...base,
  title: 'Remove the PIN',
  explanation: 'Without a PIN, Fathom no longer locks: not on request, not after idle time and not after sleep.',
  asksCurrent: true,
  asksNew: false,
  confirmLabel: 'Remove PIN',
};

type Choices = Pick<LockState, 'idleMin' | 'isLockedAtStart'>;

function words({ idleMin, isLockedAtStart }: Choices): string {
  const idle = idleMin === null ? 'never automatically' : `after ${idleMin} min without input`;
  return `${idle}, ${isLockedAtStart ? 'and at the start' : 'and not at the start'}`;
}

export function loosenQuestion(before: Choices, after: Choices): PinQuestion {
  return {
    ...base,
    title: 'Lock later, or less often',
    explanation: `After this, Fathom locks ${words(after)}. It now locks ${words(before)}.`,
    asksCurrent: true,
    asksNew: false,
    confirmLabel: 'Allow',
  };
}

/** Whether an account stays open for longer than before. */
export function isLoosened(before: Choices, after: Choices): boolean {
  const longest = Number.POSITIVE_INFINITY;
  const isLater = (after.idleMin ?? longest) > (before.idleMin ?? longest);
  return isLater || (before.isLockedAtStart && !after.isLockedAtStart);
}
