import type { CallOutput } from '#shared/contract.ts';
import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names =
  | 'profiles.list'
  | 'profiles.connect'
  | 'profiles.select'
  | 'profiles.update'
  | 'profiles.remove'
  | 'keychain.probe'
  | 'keychain.orphans'
  | 'keychain.forget';

interface WindowState {
  readonly isLocked: boolean;
  readonly privacy: PrivacyLevel | undefined;
}
type Profiles = ReturnType<HandlerOptions['profiles']['state']>;

/** With what a window must know first. While Fathom is locked only the chosen profile is named, and nothing of its key. */
export function shownProfiles(
  state: Profiles,
  { isLocked, privacy = 'off' }: WindowState,
): CallOutput<'profiles.list'> {
  if (!isLocked) return { ...state, isLocked, privacy };
  const active = state.profiles.find(({ id }) => id === state.activeId);
  const profiles = active === undefined ? [] : [{ ...active, keyHint: '', permissions: [] }];
  return { ...state, profiles, isLocked, privacy };
}

/** None of them can answer with a secret: the selection has no way to give one. */
export function profileHandlers(options: HandlerOptions): Pick<Handlers, Names> {
  const { profiles, keychain, orphans, keepProfiles, lock, settings } = options;
  const window = () => ({ isLocked: lock.isLocked(), privacy: settings.read().privacy });
  return {
    'profiles.list': () => Promise.resolve(succeed(shownProfiles(profiles.state(), window()))),
    'profiles.connect': candidate => profiles.connect(candidate),
    'profiles.select': ({ id }) => profiles.select(id),
    'profiles.update': ({ id, name, colour, isReadOnly }) => profiles.update(id, { name, colour, isReadOnly }),
    'profiles.remove': async ({ id }) => {
      const removed = await profiles.remove(id);
      if (removed.ok) keepProfiles(profileId => profileId !== id);
      return removed;
    },
    'keychain.probe': async () => succeed(await keychain.probe()),
    'keychain.orphans': () => orphans.find(),
    'keychain.forget': ({ account }) => orphans.forget(account),
  };
}
