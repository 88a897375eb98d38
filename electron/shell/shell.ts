import type { EventName } from '#shared/contract.ts';
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

/** Name and input come from the page and are believed by nobody; `sender` is for `isTrusted` only. Never rejects. */
export type CallHandler = (name: unknown, input: unknown, sender: unknown) => Promise<Result<unknown>>;

/** What the trusted window asks of main. `input` comes from that window and is believed only behind a schema. */
export interface TrustedHandlers {
  /** what the window shows */
  readonly question: () => TrustedQuestion;
  /** Never rejects. */
  readonly reply: (input: unknown) => Promise<TrustedOutcome>;
}

export interface TrustedWindow {
  /** Resolves when the window is gone, whoever closed it. */
  readonly closed: Promise<void>;
  focus(): void;
  /** Safe to call twice. */
  close(): Promise<void>;
}

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
   * Hands one event to the page, in the order of the calls. Resolves when the page has it, with the ms from then to a
   * frame of the page (before or after; null: not known); rejects when it is away.
   */
  publish(name: EventName, payload: unknown): Promise<number | null>;
  onCall(handler: CallHandler): void;
  /** Whether a call came from the main frame of our own page, and from nobody else who may live in the window. */
  isTrusted(sender: unknown): boolean;
  /**
   * Opens a second, small window with a page of its own (`trusted/`) that asks the user what the main page may not
   * decide. It has another origin, another storage and another way to main; the main page can neither see nor reach it.
   * Rejects with a sentence when there can be no such window. One at a time.
   */
  openTrusted(handlers: TrustedHandlers): Promise<TrustedWindow>;
  /** Writes a PNG of the window's content. */
  screenshot(file: string): Promise<void>;
  /** The user closed the window, or it died for good. Not called for `close`. Answers its undo. */
  onClosed(listener: () => void): () => void;
  /** Answers its undo. */
  onEmergency(listener: (what: Emergency) => void): () => void;
  /** Brings the window to the front. */
  focus(): void;
  /** Ends the window and all its processes; safe to call twice. */
  close(): Promise<void>;
}

export const trustedSize: WindowSize = { width: 560, height: 720 };
export const defaultSize: WindowSize = { width: 1600, height: 1000 };
