import type { MissingPart } from '#shared/domain/completeness.ts';
import { formatClock } from '#lib/time.ts';
import { Chip } from '../value/chip.tsx';
import { missingText } from './missing-text.ts';

export interface PartialMarkProps {
  readonly missing: readonly MissingPart[];
}

/** Says that a list is not whole, and on hover what it lacks and why. Nothing for one that is whole. */
export function PartialMark({ missing }: PartialMarkProps) {
  if (missing.length === 0) return null;
  const text = missingText(missing, formatClock);
  return (
    <Chip tone="warning" title={text}>
      partial
    </Chip>
  );
}
