import * as z from 'zod/mini';
import { EpochMs } from './scalars.ts';
import { t } from '#shared/words/t.ts';

/** What a list or a sum lacks, in words: `the USDT futures wallet`, `older fills`. */
export const MissingPart = z.object({
  part: z.string(),
  /** as a sentence */
  reason: z.string(),
  /** what is shown of it was right then; null: nothing of it is shown */
  asOfMs: z.nullable(EpochMs),
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
