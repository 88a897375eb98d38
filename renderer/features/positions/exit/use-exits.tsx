import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { ExitMode } from './exit-draft.ts';
import { t } from '#shared/words/t.ts';

// it is not needed to see the positions, so it loads on demand
const ExitSheet = lazy(async () => ({ default: (await import('./exit-sheet.tsx')).ExitSheet }));

interface Asked {
  readonly position: Position;
  readonly mode: ExitMode;
  readonly size: string;
}

/** R reduces, C closes, L and T place a stop loss and a take profit of all of it, V reverses. */
const letters: Readonly<Record<string, Pick<Asked, 'mode' | 'size'>>> = {
  r: { mode: 'reduce', size: '' },
  c: { mode: 'reduce', size: '100%' },
  l: { mode: 'stop', size: '100%' },
  t: { mode: 'profit', size: '100%' },
  v: { mode: 'reverse', size: '100%' },
};

export interface Exits {
  readonly onLetter: (position: Position, letter: string) => boolean;
  /** the sheet that is open, if any; it stays when its position is closed */
  readonly sheet: ReactNode;
}

/** The exits of a position from its row. `validationError`: why nothing may be sent now, or null. */
export function useExits(profile: Profile, validationError: string | null): Exits {
  const [asked, setAsked] = useState<Asked | null>(null);
  const onLetter = useCallback(
    (position: Position, letter: string) => {
      const exit = letters[letter];
      if (exit === undefined) return false;
      if (validationError === null) setAsked({ position, ...exit });
      else showToast('warning', t`Nothing can be sent now: ${validationError}`);
      return true;
    },
    [validationError],
  );
  return {
    onLetter,
    sheet:
      asked === null ? null : (
        <Suspense fallback={null}>
          <ExitSheet profile={profile} {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      ),
  };
}
