import type { Interval } from '#shared/domain/archive/archive.ts';
import { formatAge } from '#lib/age.ts';
import { partLabels } from './archive-texts.ts';
import { type CoveragePart, coverageLengths, partKinds, placeOnAxis } from './coverage-map.ts';

interface CoverageStripProps {
  readonly parts: readonly CoveragePart[];
  readonly axis: Interval;
}

/** `sealed 5 d, not read 3 h`: the same as the strip, for hover and for a screen reader. */
function coverageText(parts: readonly CoveragePart[]): string {
  const lengths = coverageLengths(parts);
  return partKinds
    .filter(kind => lengths[kind] > 0)
    .map(kind => `${partLabels[kind]} ${formatAge(lengths[kind])}`)
    .join(', ');
}

/** The coverage of one stream over time. Each kind has a height and a pattern of its own, so colour alone says nothing. */
export function CoverageStrip({ parts, axis }: CoverageStripProps) {
  const text = coverageText(parts);
  return (
    <span className="coverage-strip" role="img" aria-label={text} title={text}>
      {parts.map(part => {
        const { left, width } = placeOnAxis(part, axis);
        return (
          <span
            key={part.fromMs}
            className={`coverage-part coverage-${part.kind}`}
            style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
          />
        );
      })}
    </span>
  );
}
