import { expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import type { HandlerOptions } from './handler-options.ts';
import { profileHandlers } from './profiles.ts';

const oversight = { ...firstOversight, links: { '1': 'gone', '2': 'owner' } };

async function remove(answer: Result<{ id: string }>) {
  const settings = createFakeSettings();
  settings.change({ oversight: { gone: oversight, owner: oversight } });
  const parts: Pick<HandlerOptions, 'settings' | 'keepProfiles'> & {
    readonly profiles: Pick<HandlerOptions['profiles'], 'remove'>;
  } = {
    settings,
    keepProfiles: isKept => settings.keepProfiles(isKept),
    profiles: { remove: () => Promise.resolve(answer) },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- removing touches nothing else
  await profileHandlers(parts as HandlerOptions)['profiles.remove']({ id: 'gone' });
  return settings.read().oversight;
}

it('a removed profile loses its watch list and its links to sub-accounts', async () => {
  expect(await remove(succeed({ id: 'gone' }))).toEqual({ owner: { ...oversight, links: { '2': 'owner' } } });
});

it('a remaining profile keeps all its data', async () => {
  expect(await remove(fail('keychain-locked', 'no'))).toEqual({ gone: oversight, owner: oversight });
});
