import * as z from 'zod/mini';
import { OddRow } from './answers/unreadable-row.ts';
import { EpochMs } from './scalars.ts';
import { t } from '#shared/words/t.ts';

/** The rows of a list that could not be read: how many, and the first of them. */
export const UnreadableRows = z.object({ count: z.int(), rows: z.array(OddRow) });
export type UnreadableRows = z.infer<typeof UnreadableRows>;

/** What a list or a sum lacks, in words: `the USDT futures wallet`, `older fills`. */
export const MissingPart = z.object({
  part: z.string(),
  /** as a sentence */
  reason: z.string(),
  /** what is shown of it was right then; null: nothing of it is shown */
  asOfMs: z.nullable(EpochMs),
  /** set where the part is rows that could not be read */
  unreadable: z.optional(UnreadableRows),
});
export type MissingPart = z.infer<typeof MissingPart>;

/** Whether all of a list is there, and if not, what is missing and why. */
export const Completeness = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('partial'), missing: z.array(MissingPart) }),
]);
export type Completeness = z.infer<typeof Completeness>;

export const whole: Completeness = { kind: 'whole' };

export function completenessOf(missing: readonly MissingPart[]): Completeness {
  return missing.length === 0 ? whole : { kind: 'partial', missing: [...missing] };
}

export function missingOf(completeness: Completeness | null | undefined): readonly MissingPart[] {
  return completeness?.kind === 'partial' ? completeness.missing : [];
}

/** What a row would have been, and what is shown of so many. */
const kindTexts = {
  order: (count: number) => (count === 1 ? t`1 order could not be read` : t`${count} orders could not be read`),
  stop: (count: number) => (count === 1 ? t`1 stop could not be read` : t`${count} stops could not be read`),
  fill: (count: number) => (count === 1 ? t`1 fill could not be read` : t`${count} fills could not be read`),
  position: (count: number) =>
    count === 1 ? t`1 position could not be read` : t`${count} positions could not be read`,
  balance: (count: number) => (count === 1 ? t`1 balance could not be read` : t`${count} balances could not be read`),
  'margin-account': (count: number) =>
    count === 1 ? t`1 margin account could not be read` : t`${count} margin accounts could not be read`,
  'sub-account': (count: number) =>
    count === 1 ? t`1 sub-account could not be read` : t`${count} sub-accounts could not be read`,
  withdrawal: (count: number) =>
    count === 1 ? t`1 withdrawal could not be read` : t`${count} withdrawals could not be read`,
  deposit: (count: number) => (count === 1 ? t`1 deposit could not be read` : t`${count} deposits could not be read`),
  booking: (count: number) =>
    count === 1 ? t`1 ledger entry could not be read` : t`${count} ledger entries could not be read`,
  loan: (count: number) => (count === 1 ? t`1 loan could not be read` : t`${count} loans could not be read`),
  interest: (count: number) =>
    count === 1 ? t`1 interest record could not be read` : t`${count} interest records could not be read`,
  row: (count: number) => (count === 1 ? t`1 row could not be read` : t`${count} rows could not be read`),
} as const;

export type RowKind = keyof typeof kindTexts;

/** A status travels with each message of a list: more rows than these are only counted. */
const mostRawRows = 10;

/** The part of a list that its unreadable rows are; empty: it has none. */
export function unreadablePart(kind: RowKind, rows: readonly OddRow[]): readonly MissingPart[] {
  if (rows.length === 0) return [];
  const unreadable = { count: rows.length, rows: rows.slice(0, mostRawRows) };
  const reason = t`The exchange sent a value that Fathom cannot read. The other rows are shown.`;
  return [{ part: kindTexts[kind](rows.length), reason, asOfMs: null, unreadable }];
}

/** What a list lacks that has more pages than are read, or that changed all the time while it was read. */
export function cutOff(what: string, count: number): MissingPart {
  return {
    part: t`${what} beyond the ${count} that are shown`,
    reason: t`The list is longer than Fathom reads at once, or it changed while it was being read.`,
    asOfMs: null,
  };
}

/** The name of a futures wallet, wherever one is missing. */
export function futuresWalletName(currency: string): string {
  return t`the ${currency} futures wallet`;
}

/** A list that is answered once, with what it lacks and its age. */
export function listAnswer<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), completeness: Completeness, asOfMs: EpochMs });
}
