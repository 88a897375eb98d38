import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interval } from '#shared/domain/archive/archive.ts';
import { assertNever, fail, type Result } from '#shared/errors.ts';
import { ArchiveError, type CoverageLine } from '../archive-store.ts';
import { archiveFile } from '../archive-file.ts';
import { backUpArchive, type CheckedCounts } from '../backup/back-up.ts';
import { explainDatabase } from '../backup/database-sentence.ts';
import { passphraseNotice } from '../backup/passphrase.ts';
import { restoreArchive } from '../backup/restore.ts';
import { exportArchive } from '../export/export-archive.ts';
import { DatabaseConnection } from '../postgres/connection/database-connection.ts';
import { removeDatabaseFile, writeDatabaseFile } from '../postgres/connection/database-file.ts';
import { schemaScript } from '../postgres/schema-script.ts';
import { createSqliteMethods } from '../sqlite/sqlite-archive.ts';
import { openArchiveForReading } from '../sqlite/open-database.ts';
import { type ArchiveCommand, archiveUsage, parseCommand } from './parse-command.ts';

/** `npm run archive`: reads the archive beside a running Fathom, and changes nothing in it. */

export interface ArchiveCommandOptions {
  readonly words: readonly string[];
  readonly defaultDataDir: string;
  readonly say: (line: string) => void;
  /** A line of standard input. `isNew`: a terminal asks for it twice. Null: there is none, or the two differ. */
  readonly readPassphrase: (isNew: boolean) => Promise<string | null>;
  readonly nowMs: () => number;
  /** tests take less work */
  readonly workFactor?: number | undefined;
}

/** 0: done; 1: faults were found, or it could not be done; 2: the command line is wrong */
export type ArchiveExitCode = 0 | 1 | 2;

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function rangesText(name: string, intervals: readonly Interval[]): readonly string[] {
  return intervals.map(({ fromMs, toMs }) => `    ${name.padEnd(6)} ${timeText(fromMs)} .. ${timeText(toMs)}`);
}

function linesOf({ stream, symbol, coverage, deleted }: CoverageLine): readonly string[] {
  const name = symbol === '' ? stream : `${stream} ${symbol}`;
  return [
    `  ${name}, from ${timeText(coverage.startMs)}`,
    ...rangesText('sealed', coverage.sealed),
    ...rangesText('read', coverage.read),
    ...rangesText('gap', coverage.gaps),
    ...rangesText('deleted', deleted === null ? [] : [deleted]),
  ];
}

type Methods = ReturnType<typeof createSqliteMethods>;

function printCoverage(archive: Methods, say: ArchiveCommandOptions['say']): ArchiveExitCode {
  for (const { accountId, profileId, runId } of archive.accounts({})) {
    say(runId === null ? `profile ${profileId}` : `profile ${profileId}, run ${runId}`);
    for (const line of archive.lines({ accountId })) for (const text of linesOf(line)) say(text);
    for (const { record, rows } of archive.figures({ accountId }).rowsByRecord) say(`  ${record}: ${rows} rows`);
  }
  return 0;
}

function printVerification(archive: Methods, say: ArchiveCommandOptions['say']): ArchiveExitCode {
  const { pages, rows, faults } = archive.verify({});
  say(`${rows} rows from ${pages} stored answers were checked.`);
  for (const fault of faults) say(fault);
  if (faults.length === 0) return 0;
  say(`${faults.length} faults were found. Keep a copy of the file, then move it away: Fathom begins a new archive.`);
  return 1;
}

function printArchive(
  path: string,
  print: (archive: Methods, say: ArchiveCommandOptions['say']) => ArchiveExitCode,
  say: ArchiveCommandOptions['say'],
): ArchiveExitCode {
  const database = openArchiveForReading(path);
  try {
    return print(createSqliteMethods(database, path), say);
  } finally {
    database.close();
  }
}

function countsText({ rows, pages }: CheckedCounts): string {
  return `${rows} rows from ${pages} stored answers`;
}

/** Prints what was done, or why it was not. */
function report<T>(result: Result<T>, done: (value: T) => string, say: ArchiveCommandOptions['say']): ArchiveExitCode {
  say(result.ok ? done(result.value) : result.error.message);
  return result.ok ? 0 : 1;
}

const noPassphrase = fail(
  'invalid-request',
  'There is no passphrase, or the two entries differ. Write it as one line to standard input.',
);

async function withPassphrase<T>(
  passphrase: string | null,
  work: (passphrase: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  return passphrase === null ? noPassphrase : await work(passphrase);
}

function connectDatabase(
  dataDir: string,
  { connection, caFile }: Extract<ArchiveCommand, { name: 'connect' }>,
  say: ArchiveCommandOptions['say'],
): ArchiveExitCode {
  const ca = caFile === null ? null : readFileSync(caFile, 'utf8');
  const checked = DatabaseConnection.safeParse({ ...connection, ca });
  if (!checked.success) {
    say(`${caFile ?? ''} has no certificate in PEM format.`);
    return 1;
  }
  writeDatabaseFile(dataDir, checked.data);
  say(
    'Start Fathom again. The panel Archive then asks for the password of the database. Rows of the file are not moved.',
  );
  return 0;
}

function printSchema({ role, firstMonth, months }: Extract<ArchiveCommand, { name: 'schema' }>, nowMs: number): string {
  const now = new Date(nowMs);
  const twoYearsAgo = `${now.getUTCFullYear() - 2}-${String(now.getUTCMonth() + 1).padStart(2, '0')}`;
  return schemaScript({ role, firstMonth: firstMonth ?? twoYearsAgo, months });
}

async function run(folder: string, command: ArchiveCommand, options: ArchiveCommandOptions): Promise<ArchiveExitCode> {
  const { say, readPassphrase, nowMs, workFactor } = options;
  const path = join(folder, archiveFile);
  switch (command.name) {
    case 'coverage':
      return printArchive(path, printCoverage, say);
    case 'verify':
      return printArchive(path, printVerification, say);
    case 'backup': {
      const { target } = command;
      say(passphraseNotice);
      const done = await withPassphrase(await readPassphrase(true), passphrase =>
        backUpArchive({ archivePath: path, target, passphrase, workFactor }),
      );
      return report(done, counts => `${target} holds ${countsText(counts)}, and was read back.`, say);
    }
    case 'restore': {
      const { backup, folder: target } = command;
      const done = await withPassphrase(await readPassphrase(false), passphrase =>
        restoreArchive({ backup, folder: target, passphrase }),
      );
      return report(done, counts => `${target} has an archive with ${countsText(counts)}, which were checked.`, say);
    }
    case 'export': {
      const { folder: target, formats, filter } = command;
      const done = await exportArchive({ archivePath: path, folder: target, formats, filter, nowMs });
      return report(done, ({ files }) => `${files} files were written to ${target}.`, say);
    }
    case 'connect':
      return connectDatabase(folder, command, say);
    case 'disconnect':
      removeDatabaseFile(folder);
      say('Start Fathom again. The archive is then kept in a file.');
      return 0;
    case 'schema':
      say(printSchema(command, nowMs()));
      return 0;
    default:
      return assertNever(command);
  }
}

/** Whether the command reads the file of the archive in the data folder. */
function readsFile({ name }: ArchiveCommand): boolean {
  return name === 'coverage' || name === 'verify' || name === 'backup' || name === 'export';
}

/** Runs the command and returns its exit code. */
export async function runArchiveCommand(options: ArchiveCommandOptions): Promise<ArchiveExitCode> {
  const { say } = options;
  const parsed = parseCommand(options.words);
  if (parsed === null) {
    say(archiveUsage);
    return 2;
  }
  const { command, dataDir } = parsed;
  const folder = dataDir ?? options.defaultDataDir;
  const path = join(folder, archiveFile);
  if (readsFile(command)) {
    const sentence = explainDatabase(folder) ?? (existsSync(path) ? null : `There is no archive in ${folder}.`);
    if (sentence !== null) say(sentence);
    if (sentence !== null) return 1;
  }
  try {
    return await run(folder, command, options);
  } catch (cause) {
    const reason = cause instanceof ArchiveError ? `${cause.fault}: ${cause.message}` : String(cause);
    say(
      command.name === 'restore'
        ? `The backup cannot be restored (${reason}).`
        : `The archive ${path} cannot be read (${reason}).`,
    );
    return 1;
  }
}
