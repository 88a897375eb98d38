import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import type { Handlers } from '#ipc/gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names = 'windows.self' | 'windows.restore' | 'windows.open' | 'windows.close' | 'windows.focus';

export function windowHandlers({ windows }: Pick<HandlerOptions, 'windows'>): Pick<Handlers, Names> {
  return {
    'windows.self': (_input, caller = mainWindowId) => Promise.resolve(succeed(windows.self(caller))),
    'windows.restore': async ({ profileId }) => succeed({ windows: await windows.restore(profileId) }),
    'windows.open': ({ profileId, panel }) => windows.open(profileId, panel),
    'windows.close': async ({ id }) => {
      await windows.close(id);
      return succeed({});
    },
    'windows.focus': ({ id }) => {
      windows.focus(id);
      return Promise.resolve(succeed({}));
    },
  };
}
