import { fail, type Result, succeed } from '#shared/errors.ts';

/**
 * How much the page may store, defined here only. A file on disk that is larger than its limit was not written by this
 * version and is set aside at the start.
 */

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

interface DocumentLimit {
  /** bytes of one document, as JSON in UTF-8 */
  readonly oneBytes: number;
  /** bytes of all documents of this kind together */
  readonly allBytes: number;
  /** the documents in a sentence */
  readonly title: string;
  /** what the user can do when there are too many or too large ones */
  readonly todo: string;
}

export const documentLimits = {
  viewSettings: {
    oneBytes: 64 * kibibyte,
    allBytes: 64 * kibibyte,
    title: 'the view settings',
    todo: 'Remove favourites, presets or templates of scaled orders, then try again.',
  },
  tableSetup: {
    oneBytes: 64 * kibibyte,
    allBytes: 512 * kibibyte,
    title: 'the table views',
    todo: 'Remove saved views of tables, then try again.',
  },
  /** holds the sub-accounts as the user acknowledged them: up to 6,000 */
  oversight: {
    oneBytes: 4 * mebibyte,
    allBytes: 8 * mebibyte,
    title: 'the choices about sub-accounts',
    todo: 'Remove groups, labels or favourites, or remove profiles, then try again.',
  },
  workspaces: {
    oneBytes: 64 * kibibyte,
    allBytes: 2 * mebibyte,
    title: 'the workspaces',
    todo: 'Remove workspaces of this profile, or remove profiles, then try again.',
  },
  /** holds three snapshots of all sub-accounts and 500 changes */
  watchedAccounts: {
    oneBytes: 8 * mebibyte,
    allBytes: 16 * mebibyte,
    title: 'the history of the sub-accounts',
    todo: 'Remove profiles that you no longer need.',
  },
} as const satisfies Readonly<Record<string, DocumentLimit>>;

/** Bytes of a file on disk. Earlier versions indented their files: these limits leave room for that. */
export const fileLimitBytes = {
  settings: 24 * mebibyte,
  workspaces: 8 * mebibyte,
  presence: mebibyte,
  overseen: 48 * mebibyte,
  /** lock, safeguards and policies: a few hundred bytes a profile */
  durable: mebibyte,
  /** 100 profiles and what could not be read of others */
  profiles: 4 * mebibyte,
  /** one record: instance lock, kill request and report, crash record, end of the audit chain */
  record: 64 * kibibyte,
  /** one part of the audit chain, a line for each row */
  auditArchive: 256 * mebibyte,
} as const;

/** Files in the folder `exports`, of tables and of the audit. */
export const exportLimits = { oneBytes: 64 * mebibyte, allBytes: 512 * mebibyte, files: 2000 };

/** The least time from the end of one write of a file to the start of the next. */
export const pauseMsOf = { settings: 1000, workspaces: 500, presence: 1000, overseen: 2000 } as const;

/** What was measured once is not measured again: a document never changes, a change replaces it. */
const measured = new WeakMap<object, number>();

function bytesOf(document: object): number {
  const known = measured.get(document);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(document));
  measured.set(document, bytes);
  return bytes;
}

/** Whether a document may be stored beside the others of its kind. Kind `over-quota`. */
export function checkQuota(limit: DocumentLimit, document: object, others: readonly object[]): Result<null> {
  const { oneBytes, allBytes, title, todo } = limit;
  const bytes = bytesOf(document);
  if (bytes > oneBytes) return fail('over-quota', `Not saved: ${title} would exceed ${sizeText(oneBytes)}. ${todo}`);
  const total = others.reduce((sum, other) => sum + bytesOf(other), bytes);
  if (total > allBytes)
    return fail('over-quota', `Not saved: ${title} of all profiles would exceed ${sizeText(allBytes)}. ${todo}`);
  return succeed(null);
}

/** `64 KiB`, `4 MiB` */
export function sizeText(bytes: number): string {
  return bytes < mebibyte ? `${Math.floor(bytes / kibibyte)} KiB` : `${Math.floor(bytes / mebibyte)} MiB`;
}
