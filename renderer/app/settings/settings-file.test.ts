import { expect, it } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { readSettings, settingsText } from './settings-file.ts';

const chosen = buildViewSettings({ theme: 'contrast', timeZone: 'Asia/Tokyo', shortcuts: { ladder: 'Ctrl+J' } });

it('settings file is read as written, without a market, an account or a window', () => {
  const text = settingsText(chosen);
  expect(readSettings(text)).toMatchObject({
    settings: { theme: 'contrast', timeZone: 'Asia/Tokyo', shortcuts: { ladder: 'Ctrl+J' } },
  });
  for (const part of ['symbol', 'venue', 'favourites', 'bookPlace', 'fillsSeenMs', 'bookSteps'])
    expect(text).not.toContain(`"${part}"`);
});

it('settings file may have a part of the settings, and leaves the others unchanged', () => {
  const text = JSON.stringify({ format: 'fathom-settings', version: 1, settings: { theme: 'light' } });
  expect(readSettings(text)).toEqual({ settings: { theme: 'light' } });
});

it('settings file accepts edited keys only when they are unique', () => {
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
])('%s is rejected with a reason', (_, text) => {
  expect(readSettings(text)).toMatchObject({ error: expect.stringMatching(/settings/) });
});
