import { join } from 'node:path';
import * as z from 'zod/mini';
import { operatingSystem } from '#os/operating-system.ts';
import { readPrivateFile, writePrivateFile } from './atomic-file.ts';
import { fileLimitBytes } from './documents/limits.ts';

const CrashRecord = z.object({
  atMs: z.number(),
  /** `uncaughtException`, `unhandledRejection`, `engine` or `hang` */
  where: z.string(),
  message: z.string(),
  stack: z.string(),
});

export interface CrashOptions {
  readonly dataDir: string;
  /** takes secrets out */
  readonly clean: (text: string) => string;
  readonly nowMs: () => number;
}

const fileOf = (dataDir: string) => join(dataDir, 'crash.json');
const mostCharacters = 4000;

/** Leaves word of why Fathom ended. Never throws: it is called when something has just been thrown. */
export function recordCrash(where: string, cause: unknown, { dataDir, clean, nowMs }: CrashOptions): void {
  try {
    const { message, stack } = wordsOf(cause);
    const record = { atMs: nowMs(), where, message: clean(message), stack: clean(stack).slice(0, mostCharacters) };
    writePrivateFile(fileOf(dataDir), `${JSON.stringify(record)}\n`);
  } catch {
    // the disk that ended Fathom may be the one that would keep the word
  }
}

function wordsOf(cause: unknown): { message: string; stack: string } {
  if (!(cause instanceof Error)) return { message: String(cause).slice(0, mostCharacters), stack: '' };
  return { message: cause.message.slice(0, mostCharacters), stack: cause.stack ?? '' };
}

/** The message about the end of the run before; null when that ended well. It is shown once; the file is kept. */
export function takeCrashNotice(dataDir: string): string | null {
  const file = fileOf(dataDir);
  try {
    const text = readPrivateFile(file, fileLimitBytes.record);
    if (text === null) return null;
    operatingSystem.renameFile(file, join(dataDir, 'last-crash.json'));
    return sentenceOf(text, dataDir);
  } catch {
    return null; // a file that cannot be read or moved is not reported now; it may be next time
  }
}

function sentenceOf(text: string, dataDir: string): string {
  const rest = `Fathom looks up the actions in progress. The folder ${dataDir} has the details in last-crash.json and logs.`;
  const record = CrashRecord.safeParse(parseJson(text));
  if (!record.success) return `Fathom ended by a fault the last time. ${rest}`;
  const { atMs, message } = record.data;
  const when = new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
  return `Fathom ended by a fault on ${when} UTC: ${message.slice(0, 300).replace(/\.$/, '')}. ${rest}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
