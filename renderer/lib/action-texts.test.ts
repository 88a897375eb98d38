import { expect, it } from 'vitest';
import { Intent } from '#shared/domain/account/intent.ts';
import { actionKindText, actionStateText } from './action-texts.ts';

it('action texts name every action and state of the journal, and one of a later version as it was written', () => {
  const { kind, state } = Intent.shape;
  for (const each of kind.options) expect(actionKindText(each)).toBe(each.replaceAll('-', ' '));
  for (const each of state.options) expect(actionStateText(each)).not.toContain('-');
  expect(actionKindText('sell-the-house')).toBe('sell-the-house');
  expect(actionStateText('half-sent')).toBe('half-sent');
});
