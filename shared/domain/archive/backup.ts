import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/**
 * The steps of a backup in their order. `copy`: the archive is copied as it is at one moment; `check`: the rows of the copy are
 * counted and its answers hashed; `encrypt`: the copy is encrypted; `compare`: the encrypted file is read back.
 */
export const BackupStep = z.enum(['copy', 'check', 'encrypt', 'compare']);
export type BackupStep = z.infer<typeof BackupStep>;

export const BackupProgress = z.object({
  step: BackupStep,
  /** how much of the step is done; null: unknown */
  percent: z.nullable(z.int()),
});
export type BackupProgress = z.infer<typeof BackupProgress>;

/** A backup that was written and read back. */
const FinishedBackup = z.object({
  file: z.string(),
  sizeBytes: z.number(),
  /** versions of rows */
  rows: z.int(),
  /** stored answers of the exchange */
  answers: z.int(),
  finishedAtMs: EpochMs,
  durationMs: z.number(),
});
export type FinishedBackup = z.infer<typeof FinishedBackup>;

/**
 * The last backup of the archive of this data folder that was written and read back, by the page or by the command. `never`:
 * there was none; `unknown`: what was noted of it cannot be read; `in-database`: the archive is in a database, which has
 * backups of its own.
 */
export const LastBackup = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), finishedAtMs: EpochMs }),
  z.object({ state: z.enum(['never', 'unknown', 'in-database']) }),
]);
export type LastBackup = z.infer<typeof LastBackup>;

/** The backup that runs, or how the last one since the start of Fathom ended. `none`: there was no backup. */
export const BackupStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('running'), ...BackupProgress.shape }),
  z.object({ state: z.literal('done'), ...FinishedBackup.shape }),
  /** `reason`: a sentence */
  z.object({ state: z.literal('failed'), reason: z.string() }),
  z.object({ state: z.literal('cancelled') }),
]);
export type BackupStatus = z.infer<typeof BackupStatus>;
