import {
  mainWindowId,
  type PanelWindow,
  type PanelWindowWish,
  type WindowId,
} from '#shared/domain/view/panel-window.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

/** The windows that show a panel each. */
export interface PanelWindows {
  /** null: the main one, or none of ours */
  readonly self: (window: WindowId) => PanelWindow | null;
  /** Opens what this profile had open last, and ends what another had. One that cannot be opened is told and left out. */
  readonly restore: (profileId: string) => Promise<readonly PanelWindow[]>;
  /** kind `invalid-request`: there are too many already; `internal`: the system opens none */
  readonly open: (profileId: string, wish: PanelWindowWish) => Promise<Result<PanelWindow>>;
  readonly close: (window: WindowId) => Promise<void>;
  readonly focus: (window: WindowId) => void;
  readonly follow: (window: WindowId, wish: Pick<PanelWindowWish, 'link' | 'market'>) => void;
}

type Names = 'windows.self' | 'windows.restore' | 'windows.open' | 'windows.close' | 'windows.focus' | 'windows.follow';

export function windowHandlers({ windows }: Pick<HandlerOptions, 'windows'>): Pick<Handlers, Names> {
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
    'windows.follow': (wish, caller = mainWindowId) => {
      windows.follow(caller, wish);
      return Promise.resolve(succeed({}));
    },
  };
}
