import type { ReactNode } from 'react';
import './value.css';
import { t } from '#shared/words/t.ts';

type Tone = 'neutral' | 'up' | 'down' | 'own' | 'warning' | 'danger';

export interface ChipProps {
  readonly children: ReactNode;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
}

/** A short word in a box. `own` is only for what belongs to the user. */
export function Chip({ children, tone = 'neutral', title }: ChipProps) {
  return (
    <span className={`chip chip-${tone}`} title={title}>
      {children}
    </span>
  );
}

/** A word and the chips that belong to it, apart from each other. */
export function WithChips({ children }: { readonly children: ReactNode }) {
  return <span className="with-chips">{children}</span>;
}

/** Buy or sell: word and colour together. */
export function SideChip({ side }: { readonly side: 'buy' | 'sell' }) {
  return (
    <span className={`side ${side === 'buy' ? 'direction-up' : 'direction-down'}`}>
      {side === 'buy' ? t`Buy` : t`Sell`}
    </span>
  );
}
