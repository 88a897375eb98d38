import { expect, it } from 'vitest';
import { createFakeLock } from '#credentials/testing/fake-lock.ts';
import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { createWindowState } from './window-state.ts';

function build(privacy: PrivacyLevel) {
  const { lock } = createFakeLock(() => {});
  const settings = createFakeSettings();
  settings.change({ privacy });
  const state = createWindowState({ lock, live: { allAway: () => {} }, publish: () => {}, settings });
  return { lock, state, level: () => settings.read().privacy };
}

it.each<[PrivacyLevel, PrivacyLevel]>([
  ['all', 'amounts'],
  ['all', 'off'],
  ['amounts', 'off'],
])('a locked Fathom rejects a view with more figures: from %s to %s', (before, after) => {
  const { lock, state, level } = build(before);
  lock.engage('asked');
  expect(state.changePrivacy(after)).toMatchObject({ ok: false, error: { kind: 'locked' } });
  expect(level()).toBe(before);
  lock.open();
  expect(state.changePrivacy(after)).toMatchObject({ ok: true });
  expect(level()).toBe(after);
});

it.each<[PrivacyLevel, PrivacyLevel]>([
  ['off', 'amounts'],
  ['off', 'all'],
  ['amounts', 'all'],
  ['all', 'all'],
])('a locked Fathom hides more figures: from %s to %s', (before, after) => {
  const { lock, state, level } = build(before);
  lock.engage('asked');
  expect(state.changePrivacy(after)).toMatchObject({ ok: true });
  expect(level()).toBe(after);
});
