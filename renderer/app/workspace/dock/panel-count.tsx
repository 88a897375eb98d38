import { createContext, use, useEffect } from 'react';
import { type UnseenPart, unseenCount, useUnseenStore } from '#state/blotter/unseen-store.ts';
import type { BlotterCount } from '../use-blotter-counts.ts';
import { t } from '#shared/words/t.ts';

/** A panel without a count shows only its new rows. */
export interface CountedPanel extends Partial<BlotterCount> {
  /** the account */
  readonly scope: string;
  /** of the market that the blotter shows alone; null: it shows all */
  readonly symbol: string | null;
  readonly parts: readonly UnseenPart[];
}

/** What the tabs count, by the name of the panel; a panel without an entry counts nothing. */
export const PanelCountContext = createContext<Readonly<Record<string, CountedPanel>>>({});

interface TabCountProps {
  readonly name: string;
  /** its rows are on the screen */
  readonly isShown: boolean;
}

export function TabCount({ name, isShown }: TabCountProps) {
  const counted = use(PanelCountContext)[name];
  if (counted === undefined) return null;
  return (
    <>
      {counted.count === undefined ? null : (
        <span className="tab-count" title={counted.countNote}>
          {counted.count ?? '–'}
        </span>
      )}
      <Unseen name={name} isShown={isShown} counted={counted} />
    </>
  );
}

/** How many rows came since the tab was looked at last. */
function Unseen({ name, isShown, counted }: TabCountProps & { readonly counted: CountedPanel }) {
  const { scope, symbol, parts } = counted;
  const seen = useUnseenStore(state => state.seen[name]);
  useEffect(
    () => useUnseenStore.getState().look(name, { scope, symbol, parts, isShown }),
    [name, scope, symbol, parts, isShown],
  );
  const unseen = unseenCount(seen, { scope, symbol, parts, isShown });
  if (unseen === 0) return null;
  const words = t`${unseen} new since you last viewed this tab`;
  return (
    <span className="tab-unseen" role="img" aria-label={words} title={words}>
      +{unseen}
    </span>
  );
}
