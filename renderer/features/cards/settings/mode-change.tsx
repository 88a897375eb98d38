import type { MarginMode, PositionMode } from '#shared/domain/account/futures-account.ts';
import { t } from '#shared/words/t.ts';

interface ModeChangeProps {
  readonly before: MarginMode | PositionMode;
  readonly after: MarginMode | PositionMode;
}

/** Old mode muted, an arrow, the new one; once where nothing changes. */
export function ModeChange({ before, after }: ModeChangeProps) {
  if (before === after) return after;
  return (
    <span className="before-after">
      <span className="before-after-old">{before}</span>
      <span className="before-after-arrow" aria-hidden="true">
        →
      </span>
      <span className="visually-hidden">{t` becomes `}</span>
      <span className="before-after-new">{after}</span>
    </span>
  );
}
