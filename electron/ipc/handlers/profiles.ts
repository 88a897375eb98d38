import type { Oversight } from '#shared/domain/account/oversight.ts';
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

type Shown = ReturnType<HandlerOptions['profiles']['state']> & { readonly isLocked?: boolean };

/** While Fathom is locked only the chosen profile is named, for the kill switch, and nothing of its key. */
export function shownProfiles(state: Shown, isLocked: boolean): Shown {
  if (!isLocked) return state;
  const active = state.profiles.find(({ id }) => id === state.activeId);
  const profiles = active === undefined ? [] : [{ ...active, keyHint: '', permissions: [] }];
  return { ...state, profiles, isLocked };
}

/** None of them can answer with a secret: the selection has no way to give one. */
export function profileHandlers({
  profiles,
  keychain,
  orphans,
  workspaces,
  lock,
  settings,
}: HandlerOptions): Pick<Handlers, Names> {
  return {
    'profiles.list': () => Promise.resolve(succeed(shownProfiles(profiles.state(), lock.isLocked()))),
    'profiles.connect': candidate => profiles.connect(candidate),
    'profiles.select': ({ id }) => profiles.select(id),
    'profiles.update': ({ id, name, colour, isReadOnly }) => profiles.update(id, { name, colour, isReadOnly }),
    'profiles.remove': async ({ id }) => {
      const removed = await profiles.remove(id);
      // what its windows looked like and what it watched is nobody's any more; a file that cannot be written now keeps it
      if (removed.ok) {
        workspaces.forget(id);
        settings.change({ oversight: withoutProfile(settings.read().oversight, id) });
      }
      return removed;
    },
    'keychain.probe': async () => succeed(await keychain.probe()),
    'keychain.orphans': () => orphans.find(),
    'keychain.forget': ({ account }) => orphans.forget(account),
  };
}

/** What the profile has chosen is forgotten, and so is that it opens a sub-account of another. */
function withoutProfile(all: Readonly<Record<string, Oversight>>, removedId: string): Record<string, Oversight> {
  const others = Object.entries(all).filter(([id]) => id !== removedId);
  return Object.fromEntries(
    others.map(([id, oversight]) => {
      const links = Object.entries(oversight.links).filter(([, profileId]) => profileId !== removedId);
      return [id, { ...oversight, links: Object.fromEntries(links) }];
    }),
  );
}
