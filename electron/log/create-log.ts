import pino from 'pino';
import type { Log, LogValue } from './log.ts';
import { createRedactor, type Redactor } from './redact.ts';

interface LogOptions {
  /** takes whole JSON lines */
  readonly destination: pino.DestinationStream;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** shared by those who must hide something; a new one otherwise */
  readonly redactor?: Redactor;
}

interface RedactingLog extends Log {
  /** From now on this text is never written, in any form: call it with each secret as soon as it is in memory. */
  readonly registerSecret: (value: string) => void;
}

/** pino's own fields; a field of ours of the same name would stand beside it in the line. */
const taken = new Set(['level', 'time', 'event', 'pid', 'hostname']);

function renameTaken(fields: Readonly<Record<string, LogValue>>): Record<string, LogValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [taken.has(name) ? `${name}_` : name, value]),
  );
}

function writeQuietly(destination: pino.DestinationStream, reason: string): void {
  try {
    destination.write(`${JSON.stringify({ level: 50, event: 'log.failed', reason })}\n`);
  } catch {
    // a destination that throws has no place for the reason either
  }
}

/** One JSON line an event, cleaned of secrets by name and by value before pino sees it. It never throws. */
export function createLog({ destination, level, redactor = createRedactor() }: LogOptions): RedactingLog {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' },
    destination,
  );
  const writeAs =
    (at: LogOptions['level']) =>
    (event: string, fields: Readonly<Record<string, LogValue>> = {}): void => {
      try {
        logger[at](renameTaken(redactor.clean(fields)), '%s', redactor.cleanText(event));
      } catch (cause) {
        // logging must not end the caller; the reason is logged without the fields, which may have caused it
        writeQuietly(destination, redactor.cleanText(cause instanceof Error ? cause.message : 'unknown'));
      }
    };
  return {
    debug: writeAs('debug'),
    info: writeAs('info'),
    warn: writeAs('warn'),
    error: writeAs('error'),
    registerSecret: value => redactor.hide(value),
  };
}
