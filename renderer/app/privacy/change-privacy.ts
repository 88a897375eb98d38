import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { privacyLevel } from '#lib/own/privacy.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { t } from '#shared/words/t.ts';

export const privacyLabels: Readonly<Record<PrivacyLevel, string>> = {
  off: t`All values are shown`,
  amounts: t`Own amounts are hidden`,
  all: t`All own values are hidden`,
};

const next: Readonly<Record<PrivacyLevel, PrivacyLevel>> = { off: 'amounts', amounts: 'all', all: 'off' };

/** In every window; main publishes it. */
export async function changePrivacy(level: PrivacyLevel): Promise<void> {
  try {
    await call('privacy.change', { level });
    showToast('neutral', `${privacyLabels[level]}.${level === 'off' ? '' : t` Hold Alt to show them.`}`, {
      about: 'privacy',
    });
  } catch (thrown) {
    showToast('danger', toFailure(thrown).message, { about: 'privacy' });
  }
}

export function cyclePrivacy(): Promise<void> {
  return changePrivacy(next[privacyLevel()]);
}
