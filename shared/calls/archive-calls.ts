import * as z from 'zod/mini';
import { ownChange, ownRead } from '../domain/call-traits.ts';
import { ArchiveCheck, ArchiveChoice, ArchiveStatus } from '../domain/archive/archive.ts';
import { BackupStatus, LastBackup } from '../domain/archive/backup.ts';
import { DeletedHistory, HistoryCount, HistorySelection, Retention } from '../domain/archive/history.ts';
import { AccountTrends, TrendsQuestion } from '../domain/portfolio/account-trends.ts';
import {
  ArchiveCount,
  ArchivedOrder,
  ArchiveExport,
  ArchiveFilter,
  ArchiveSearch,
  ArchiveSearchPage,
  ExportedRows,
  ArchivedOrderQuestion,
} from '../domain/archive/explore.ts';
import {
  MomentsComparison,
  ComparisonQuestion,
  Portfolio,
  PortfolioQuestion,
  PortfolioRows,
  PortfolioRowsQuestion,
} from '../domain/portfolio/portfolio.ts';

/** The calls about the archive, which records what the exchange forgets; part of the contract. */
export const archiveCalls = {
  'archive.status': { ...ownRead, input: z.strictObject({ profileId: z.string() }), output: ArchiveStatus },
  /**
   * Pauses or resumes the archive, or sets its share of the rate-limit pools, for all profiles. A pause and a smaller share
   * are asked in the trusted window: `declined`.
   */
  'archive.configure': { ...ownChange, input: z.strictObject(ArchiveChoice.shape), output: ArchiveChoice },
  /**
   * Asks in the trusted window for the password of the archive's database, where the user confirms its host. `not-found`: the
   * archive is a file; `declined`; `no-keychain`, `keychain-locked`.
   */
  'archive.connect': { ...ownChange, input: z.strictObject({}), output: z.strictObject({}) },
  /** Recounts all rows and hashes all stored answers again, while recording continues. One check runs at a time. */
  'archive.verify': { ...ownChange, input: z.strictObject({}), output: ArchiveCheck },
  /**
   * Asks in the trusted window for the passphrase of a backup, and starts it; `archive.backupStatus` has its progress. Main
   * chooses the file. `declined`; `invalid-request`: one is running, or the archive is in a database; `not-found`: there is no
   * archive; `storage`: the disk is too full.
   */
  'archive.backUp': { ...ownChange, input: z.strictObject({}), output: BackupStatus },
  'archive.backupStatus': { ...ownRead, input: z.strictObject({}), output: BackupStatus },
  /** When this archive was last backed up, by the page or by the command. */
  'archive.lastBackup': { ...ownRead, input: z.strictObject({}), output: LastBackup },
  /** Ends the running backup and removes its files. */
  'archive.cancelBackup': { ...ownChange, input: z.strictObject({}), output: BackupStatus },
  /** Counts what `archive.deleteHistory` would delete. */
  'archive.countHistory': { ...ownChange, input: HistorySelection, output: HistoryCount },
  /** Lists in the trusted window what would be deleted, where the user types `delete`: `declined`. */
  'archive.deleteHistory': { ...ownChange, input: HistorySelection, output: DeletedHistory },
  'archive.retention': { ...ownRead, input: z.strictObject({}), output: Retention },
  /** A shorter time than before is asked in the trusted window with what is deleted at once: `declined`. */
  'archive.setRetention': { ...ownChange, input: z.strictObject({ retention: Retention }), output: Retention },
  /** Archived rows, page by page. */
  'archive.search': { ...ownRead, input: ArchiveSearch, output: ArchiveSearchPage },
  'archive.count': { ...ownRead, input: ArchiveFilter, output: ArchiveCount },
  'archive.order': { ...ownRead, input: ArchivedOrderQuestion, output: ArchivedOrder },
  /** Writes all rows of a filter into a file of the folder `exports`, and a manifest beside it. */
  'archive.export': { ...ownChange, input: ArchiveExport, output: ExportedRows },
} as const;

/** Value over time, from the archive; part of the contract. */
export const portfolioCalls = {
  'portfolio.read': { ...ownRead, input: PortfolioQuestion, output: Portfolio },
  /** The archived rows behind one part of what changed. */
  'portfolio.rows': { ...ownRead, input: PortfolioRowsQuestion, output: PortfolioRows },
  /** Two moments of the account and its sub-accounts, compared. */
  'portfolio.compare': { ...ownRead, input: ComparisonQuestion, output: MomentsComparison },
  /** Value of each sub-account in the last 7 days, and how it changed within an hour, a day and 7 days. */
  'portfolio.accounts': { ...ownRead, input: TrendsQuestion, output: AccountTrends },
} as const;
