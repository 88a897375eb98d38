import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import type { Handlers } from '#ipc/gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names =
  | 'windows.self'
  | 'windows.restore'
  | 'windows.open'
  | 'windows.close'
  | 'windows.focus'
  | 'windows.plan'
  | 'windows.moveRung';

/** Which windows there are, and what one of them shows that the others draw too. */
export function windowHandlers({
  windows,
  publishToOthers,
}: Pick<HandlerOptions, 'windows' | 'publishToOthers'>): Pick<Handlers, Names> {
  return {
    'windows.self': (_input, caller = mainWindowId) => Promise.resolve(succeed(windows.self(caller))),
    'windows.restore': async ({ profileId }) => succeed({ windows: await windows.restore(profileId) }),
    'windows.open': ({ profileId, ...wish }) => windows.open(profileId, wish),
    'windows.close': async ({ id }) => {
      await windows.close(id);
      return succeed({});
    },
    'windows.focus': ({ id }) => {
      windows.focus(id);
      return Promise.resolve(succeed({}));
    },
    'windows.plan': (planned, caller = mainWindowId) => {
      publishToOthers('windows.planned', planned, caller);
      return Promise.resolve(succeed({}));
    },
    'windows.moveRung': (move, caller = mainWindowId) => {
      publishToOthers('windows.rungMoved', move, caller);
      return Promise.resolve(succeed({}));
    },
  };
}
