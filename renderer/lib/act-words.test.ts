import { expect, it } from 'vitest';
import { Intent } from '#shared/domain/account/intent.ts';
import { actKindText, actStateText } from './act-words.ts';

it('names every act and state of the journal in words, and one of a later version as it was written', () => {
  const { kind, state } = Intent.shape;
  for (const each of kind.options) expect(actKindText(each)).toBe(each.replaceAll('-', ' '));
  for (const each of state.options) expect(actStateText(each)).not.toContain('-');
  expect(actKindText('sell-the-house')).toBe('sell-the-house');
  expect(actStateText('half-sent')).toBe('half-sent');
});
