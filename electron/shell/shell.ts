import type { Theme } from '#shared/domain/view/view-settings.ts';
import type { EventName } from '#shared/contract.ts';
import type { WindowBounds, WindowId } from '#shared/domain/view/panel-window.ts';
import type { Result } from '#shared/errors.ts';
import type { TrustedOutcome, TrustedQuestion } from '#shared/trusted.ts';

export type ShellKind = 'electron' | 'chromium';

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export interface OpenOptions {
  /** null: as the window was last time, or the default */
  readonly size: WindowSize | null;
  readonly isHeadless: boolean;
}

/** Name and input come from the page and are untrusted; `sender` is for `windowOf` only. Never rejects. */
export type CallHandler = (name: unknown, input: unknown, sender: unknown) => Promise<Result<unknown>>;

/** What the trusted window asks of main. `input` comes from that window and is believed only behind a schema. */
export interface TrustedHandlers {
  /** what the window shows */
  readonly question: () => TrustedQuestion;
  /** Never rejects. */
  readonly reply: (input: unknown) => Promise<TrustedOutcome>;
}

export interface TrustedWindow {
  /** Resolves when the window is closed, by any cause. */
  readonly closed: Promise<void>;
  focus(): void;
  /** Safe to call twice. */
  close(): Promise<void>;
}

export interface PanelWindowOptions {
  /** made by main, never twice in a run */
  readonly id: WindowId;
  /** null: wherever the system puts it */
  readonly bounds: WindowBounds | null;
}

/** The event of a panel window: the user closed it, it crashed permanently, or it was moved. */
export type PanelWindowNews = { readonly kind: 'closed' } | { readonly kind: 'moved'; readonly bounds: WindowBounds };

/** The page does not answer any more, answers again, or the user chose the kill switch in the program's own menu. */
export type Emergency = 'hanging' | 'answering' | 'menu';

/**
 * The window. The page inside sees `window.desk = { call, on }` and nothing else of us, whichever program draws it.
 * `onCall` must be set before `open`.
 */
export interface Shell {
  readonly kind: ShellKind;
  /** Resolves when the page is loaded and shown. Rejects with a sentence for the user when there can be no window. */
  open(options: OpenOptions): Promise<void>;
  /**
   * Hands one event to the page of a window, the main one when none is named, in the order of the calls. Resolves when
   * that page has it, with the ms from then to a frame of it (before or after; null: not known).
   *
   * Rejects at once when the window is not open: before `open` has shown it, while a crashed page is loaded again, and
   * after `close`. Rejects later when the page reloads, crashes or closes before it has the event, and when it throws.
   * A page that hangs leaves it pending. A fake shell must reject in the same cases.
   */
  publish(name: EventName, payload: unknown, to?: WindowId): Promise<number | null>;
  onCall(handler: CallHandler): void;
  /** The window whose page's main frame a call came from; null: another frame of a window, or no window of ours. */
  windowOf(sender: unknown): WindowId | null;
  /**
   * Opens a further window of the same page, with the same bridge and the same guards. A crashed page is reloaded,
   * under the same id. Resolves when it is shown; rejects with a sentence for the user when it cannot be opened.
   */
  openPanelWindow(options: PanelWindowOptions): Promise<void>;
  /** Closes it without a call of `onPanelWindow`; does nothing when it is closed already. */
  closePanelWindow(id: WindowId): Promise<void>;
  /** Listens to all panel windows. Returns its undo. */
  onPanelWindow(listener: (id: WindowId, news: PanelWindowNews) => void): () => void;
  /**
   * Opens a second, small window with a page of its own (`trusted/`) that asks the user what the main page may not
   * decide. It has another origin, another storage and another way to main; the main page can neither see nor reach it.
   * Rejects with a sentence when there can be no such window. One at a time.
   */
  openTrusted(handlers: TrustedHandlers): Promise<TrustedWindow>;
  /** Writes a PNG of the window's content. */
  screenshot(file: string): Promise<void>;
  /** The user closed the window, or it crashed permanently. Not called for `close`. Answers its undo. */
  onClosed(listener: () => void): () => void;
  /** Answers its undo. */
  onEmergency(listener: (what: Emergency) => void): () => void;
  /** Brings a window to the front, the main one when none is named. */
  focus(id?: WindowId): void;
  /** Whether the system must not suspend the program now. Absent where the program cannot prevent it (Chromium). */
  readonly keepAwake?: (isNeeded: boolean) => void;
  /** The theme that the page has. Absent where the windows belong to the system's browser (Chromium). */
  readonly setTheme?: (theme: Theme) => void;
  /** Ends all windows and all their processes; safe to call twice. */
  close(): Promise<void>;
}

/** Answers its undo. */
export function listenIn<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const trustedSize: WindowSize = { width: 560, height: 720 };
export const defaultSize: WindowSize = { width: 1600, height: 1000 };
export const panelWindowSize: WindowSize = { width: 520, height: 760 };
/** What a panel window's address says, so that the page knows how to begin; who it is, main alone says. */
export const panelWindowQuery = '?panel';
