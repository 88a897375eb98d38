import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';
import { readCosts } from './read-costs.ts';

type Names =
  | 'app.info'
  | 'reads.costs'
  | 'storage.read'
  | 'viewSettings.read'
  | 'viewSettings.save'
  | 'workspaces.read'
  | 'workspaces.save';

/** Fathom itself, what its questions cost, and what its window looked like. */
export function appHandlers({
  appInfo,
  settings,
  storage,
  workspaces,
  showTheme,
  publishToOthers,
}: HandlerOptions): Pick<Handlers, Names> {
  return {
    'app.info': () => Promise.resolve(succeed(appInfo())),
    'reads.costs': () => Promise.resolve(succeed(readCosts)),
    'storage.read': () => Promise.resolve(succeed(storage())),
    'viewSettings.read': () => Promise.resolve(succeed(settings.read().look)),
    'viewSettings.save': (look, caller = mainWindowId) => {
      const kept = settings.change({ look });
      if (kept.ok) {
        showTheme(look.theme);
        publishToOthers('viewSettings.changed', look, caller);
      }
      return Promise.resolve(kept.ok ? succeed({}) : kept);
    },
    'workspaces.read': ({ profileId }) => Promise.resolve(succeed(workspaces.read(profileId))),
    'workspaces.save': ({ profileId, kept }) => {
      const saved = workspaces.save(profileId, kept);
      return Promise.resolve(saved.ok ? succeed({}) : saved);
    },
  };
}
