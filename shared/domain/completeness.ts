import type { Completeness, MissingPart } from './answers/missing-part.ts';
import type { OddRow } from './answers/unreadable-row.ts';
import { t } from '#shared/words/t.ts';

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
