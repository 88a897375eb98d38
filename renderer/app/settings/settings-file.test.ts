import { expect, it } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { readSettings, settingsText } from './settings-file.ts';

const chosen = buildViewSettings({ theme: 'contrast', timeZone: 'Asia/Tokyo', shortcuts: { ladder: 'Ctrl+J' } });

it('what is written is read again, and nothing of a market, an account or a window is in it', () => {
  const text = settingsText(chosen);
  expect(readSettings(text)).toMatchObject({
    settings: { theme: 'contrast', timeZone: 'Asia/Tokyo', shortcuts: { ladder: 'Ctrl+J' } },
  });
  for (const part of ['symbol', 'venue', 'favourites', 'bookPlace', 'fillsSeenMs', 'bookSteps'])
    expect(text).not.toContain(`"${part}"`);
});

it('a part of the settings is enough, and leaves the others alone', () => {
  const text = JSON.stringify({ format: 'fathom-settings', version: 1, settings: { theme: 'light' } });
  expect(readSettings(text)).toEqual({ settings: { theme: 'light' } });
});

it('keys that a hand wrote into a file are taken only where they mean one thing', () => {
  const text = JSON.stringify({
    format: 'fathom-settings',
    version: 1,
    settings: { shortcuts: { buy: 'Q', lock: 'W', killSwitch: 'K' } },
  });
  expect(readSettings(text)).toEqual({ settings: { shortcuts: { buy: 'Q' } } });
});

it.each([
  ['no JSON', '{'],
  ['the file of something else', '{"version":1,"workspaces":[]}'],
  ['a theme that there is none of', '{"format":"fathom-settings","version":1,"settings":{"theme":"pink"}}'],
])('%s is refused with a reason', (_, text) => {
  expect(readSettings(text)).toMatchObject({ objection: expect.stringMatching(/settings/) });
});
