import type { SpotAccountKind, SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import { t } from '#shared/words/t.ts';

const accounts: Readonly<Record<SpotAccountKind, string>> = {
  'high-frequency': t`The exchange has this as a high-frequency spot account.`,
  classic: t`The exchange has this as a classic spot account.`,
  unknown: t`Whether this is a high-frequency or a classic spot account could not be read.`,
};

function listsText({ pairs, classicFailure, highFrequencyFailure }: SpotCoverage): string {
  const names = pairs.join(', ');
  if (highFrequencyFailure !== null) return t`Read: the classic list alone.`;
  if (names === '') return t`Read: the classic list; no pair needs its high-frequency list read.`;
  return classicFailure === null
    ? t`Read: the classic list, and the high-frequency lists of ${names}.`
    : t`Read: the high-frequency lists of ${names}, without the classic list.`;
}

/** Which lists of the two spot families were read, as sentences. docs/exchange/endpoints.md §3.10. */
export function coverageText(coverage: SpotCoverage): string {
  return `${listsText(coverage)} ${accounts[coverage.account]}`;
}
