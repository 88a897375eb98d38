import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { t } from '#shared/words/t.ts';

/** What is missing and why, a line a part. */
export function missingText(missing: readonly MissingPart[], format: (epochMs: number) => string): string {
  const lines = missing.map(({ part, reason, asOfMs, unreadable }) => {
    if (unreadable !== undefined) return `${part}. ${reason}`;
    const how = asOfMs === null ? t`Missing` : t`As it was at ${format(asOfMs)}`;
    return `${how}: ${part}. ${reason}`;
  });
  return lines.join('\n');
}

/** The parts alone, for a total that lacks them. */
export function partialText(missing: readonly MissingPart[]): string {
  return missing.length === 0 ? '' : t`without ${missing.map(partText).join(', ')}`;
}

function partText({ part, unreadable }: MissingPart): string {
  return unreadable === undefined ? part : t`${unreadable.count} unreadable rows`;
}

/** A number that is not all of it: `20+`. */
export function countText(count: number, missing: readonly MissingPart[]): string {
  return missing.length === 0 ? String(count) : `${count}+`;
}
