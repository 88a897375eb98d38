import type { MissingPart } from '#shared/domain/completeness.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '../clock.ts';
import { Chip } from '../value/chip.tsx';
import { missingText } from './missing-text.ts';
import { t } from '#shared/words/t.ts';

export interface PartialMarkProps {
  readonly missing: readonly MissingPart[];
}

/** Says that a list is not whole, and on hover what it lacks and why. Nothing for one that is whole. */
export function PartialMark({ missing }: PartialMarkProps) {
  const nowMs = useNow(60_000);
  if (missing.length === 0) return null;
  const text = missingText(missing, epochMs => formatMoment(epochMs, nowMs));
  return <Chip tone="warning" title={text}>{t`partial`}</Chip>;
}
