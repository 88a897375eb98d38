import { operatingSystem } from '#os/operating-system.ts';
import { lateNameOf, type LateFiles, writePrivateFile, writePrivateFileLater } from '../atomic-file.ts';

export interface LateWriterOptions {
  readonly path: string;
  /** the least time from the end of one write to the start of the next */
  readonly pauseMs: number;
  /** what each write came to: null, or what the file system threw */
  readonly onWritten: (cause: unknown) => void;
  readonly files?: LateFiles | undefined;
}

/** Writes a file asynchronously: one write at a time, the newest text wins. */
export interface LateWriter {
  /** `makeText` is called when the file is written, not before; a newer one replaces one that waits. */
  readonly write: (makeText: () => string) => void;
  /** Writes at once and synchronously what is not on disk yet. Nothing is written after that. */
  readonly close: () => void;
  /** what the file system threw at the last write; null: it succeeded */
  readonly failure: () => unknown;
}

/** A write that failed is tried again after this time, with the newest text. */
const retryMs = 2000;

export function createLateWriter({ path, pauseMs, onWritten, files }: LateWriterOptions): LateWriter {
  /** the newest text that is not on disk; null: everything is */
  let unwritten: (() => string) | null = null;
  let isClosed = false;
  let isBusy = false;
  let failure: unknown = null;

  const attempt = async (makeText: () => string): Promise<unknown> => {
    try {
      await writePrivateFileLater(path, makeText(), { isWanted: () => !isClosed, ...(files && { files }) });
      return null;
    } catch (cause) {
      return cause;
    }
  };
  const run = async (): Promise<void> => {
    const makeText = unwritten;
    if (isClosed || makeText === null) {
      isBusy = false;
      return;
    }
    const cause = await attempt(makeText);
    if (isClosed) return; // closing wrote the newest text
    failure = cause;
    if (cause === null && unwritten === makeText) unwritten = null;
    setTimeout(() => void run(), cause === null ? pauseMs : retryMs).unref();
    onWritten(cause);
  };
  return {
    write: makeText => {
      if (isClosed) return;
      unwritten = makeText;
      if (isBusy) return;
      isBusy = true;
      // several changes of one turn are one write
      setImmediate(() => void run());
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      try {
        operatingSystem.removeFile(lateNameOf(path));
        if (unwritten !== null) writePrivateFile(path, unwritten());
      } catch (cause) {
        onWritten(cause);
      }
    },
    failure: () => failure,
  };
}
