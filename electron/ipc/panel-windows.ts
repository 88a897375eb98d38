import type { PanelWindow, WindowId } from '#shared/domain/view/panel-window.ts';
import type { EventName, EventPayload, Frozen } from '#shared/contract.ts';
import type { Result } from '#shared/errors.ts';

/** A window that the page asks for. */
export interface WindowWish {
  readonly panel: string;
  /** how wide it begins; without it, as any window of a panel does */
  readonly widthPx?: number | undefined;
}

/** The windows that show a panel each. */
export interface PanelWindows {
  /** null: the main one, or none of ours */
  readonly self: (window: WindowId) => PanelWindow | null;
  /**
   * Opens the last windows of this profile, and closes those of another. One that cannot be opened is reported and
   * skipped.
   */
  readonly restore: (profileId: string) => Promise<readonly PanelWindow[]>;
  /** kind `invalid-request`: there are too many already; `internal`: the system opens none */
  readonly open: (profileId: string, wish: WindowWish) => Promise<Result<PanelWindow>>;
  readonly close: (window: WindowId) => Promise<void>;
  readonly focus: (window: WindowId) => void;
}

/** A change by one window of shared data, published to the others. */
export type PublishToOtherWindows = <Name extends EventName>(
  name: Name,
  payload: Frozen<EventPayload<Name>>,
  caller: WindowId,
) => void;
