import { createLog } from '#log/create-log.ts';
import type { Log } from '#log/log.ts';
import { createLogSink } from '#log/log-sink.ts';
import type { Redactor } from '#log/redact.ts';
import { reasonOf } from '#store/journal/attempt.ts';

export interface KillLogOptions {
  readonly file: string;
  /** why the file must not be written, as a sentence; null: it may */
  readonly problem: string | null;
  readonly redactor: Redactor;
  /** prints a line on stderr */
  readonly say: (line: string) => void;
}

/**
 * The log of `--kill`: the file, or stderr from the moment at which the file cannot be written. Nothing about logging stops
 * the command: neither this function nor the log throws.
 */
export function openKillLog({ file, problem, redactor, say }: KillLogOptions): Log & { readonly close: () => void } {
  let reason = problem;
  const onTrouble = (cause: unknown): void => {
    reason = reasonOf(cause);
    say(`The log cannot be written (${reason}), so it is printed here.`);
  };
  if (problem !== null) say(`The log is not written: ${problem} It is printed here.`);
  // only a main process moves a full log aside
  const sink = problem === null ? createLogSink({ file, onTrouble, largestBytes: Number.MAX_SAFE_INTEGER }) : null;
  const write = (line: string): void => {
    if (reason === null) sink?.write(line);
    // a line that failed is in no file
    if (reason !== null) say(line.trimEnd());
  };
  const log = createLog({ destination: { write }, level: 'info', redactor });
  return { ...log, close: () => sink?.close() };
}
