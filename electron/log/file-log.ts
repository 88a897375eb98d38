import { createLog } from './create-log.ts';
import type { Log } from './log.ts';
import { createLogSink, type LogSink, type LogSinkOptions } from './log-sink.ts';
import type { Redactor } from './redact.ts';

export interface FileLogOptions extends Omit<LogSinkOptions, 'onTrouble'> {
  readonly redactor: Redactor;
  readonly onTrouble?: LogSinkOptions['onTrouble'];
}

/** `close` writes what waits; later events are dropped. Safe to call twice. */
export interface FileLog extends Log, Pick<LogSink, 'recover' | 'close'> {}

/**
 * The log on disk, one JSON line an event, mode 0600, cleaned of secrets. It never throws: what cannot be written now is
 * kept in memory, up to a bound, until `recover` can write it.
 */
export function createFileLog({ redactor, onTrouble = () => {}, ...where }: FileLogOptions): FileLog {
  const sink = createLogSink({ ...where, onTrouble });
  const log = createLog({ destination: sink, level: 'info', redactor });
  return { ...log, recover: sink.recover, close: sink.close };
}
