import type { EventName } from '#shared/contract.ts';
import type { Result } from '#shared/errors.ts';

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
  /** Writes a PNG of the window's content. */
  screenshot(file: string): Promise<void>;
  /** The user closed the window, or it died for good. Not called for `close`. Answers its undo. */
  onClosed(listener: () => void): () => void;
  /** Brings the window to the front. */
  focus(): void;
  /** Ends the window and all its processes; safe to call twice. */
  close(): Promise<void>;
}

export const defaultSize: WindowSize = { width: 1600, height: 1000 };
