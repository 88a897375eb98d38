import { lazy, Suspense, useId, useRef } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useMarketUnits } from '#bridge/reference/use-market.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { FeedChip } from '#ui/panel/shell/feed-chip.tsx';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { formatDecimal } from '#lib/format.ts';
import { LadderControls } from './parts/ladder-controls.tsx';
import { LadderFooter } from './parts/ladder-footer.tsx';
import { LadderLines } from './parts/ladder-lines.tsx';
import { LadderNote } from './parts/ladder-note.tsx';
import { MarketBar } from './parts/market-bar.tsx';
import { PointerTip } from './parts/pointer-tip.tsx';
import { TakingBar } from './parts/taking-bar.tsx';
import './price-ladder.css';
import { type PriceLadder, usePriceLadder } from './use-price-ladder.ts';
import { t } from '#shared/words/t.ts';

// there is no question before a click
const ConfirmationSheet = lazy(async () => ({
  default: (await import('./parts/confirmation-sheet.tsx')).ConfirmationSheet,
}));

export interface PriceLadderPanelProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY: it is above every action */
  readonly mode: string;
  readonly market: Market;
}

/** The price ladder (DOM) of a market. Another market or account is another ladder, which begins disarmed. */
export function PriceLadderPanel(props: PriceLadderPanelProps) {
  const { profile, market } = props;
  return <OneLadder key={`${profile.id} ${market.venue} ${market.symbol}`} {...props} />;
}

function OneLadder({ profile, mode, market }: PriceLadderPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const ladder = usePriceLadder(profile, market, box);
  const units = useMarketUnits(profile.id, market);
  const rates = useRead('accounts.marketFee', { profileId: profile.id, ...market }).data ?? null;
  const { actions, arming, book, facts } = ladder;
  return (
    <PanelFrame
      holds="price-ladder"
      title={t`Price ladder`}
      toolbar={<LadderToolbar ladder={ladder} />}
      status={
        <FeedChip
          state={book?.state ?? 'syncing'}
          readAsOfMs={() => book?.asOfMs ?? null}
          detail={ladder.bookValidationError}
        />
      }
      footer={<LadderFooter ladder={ladder} />}
    >
      <div
        className="price-ladder"
        data-armed={arming.isArmed}
        data-old={ladder.bookValidationError === null ? undefined : true}
        onKeyDownCapture={arming.touch}
        onMouseDownCapture={arming.touch}
      >
        <LadderControls ladder={ladder} unit={units.size} />
        {ladder.taking === null ? null : <TakingBar taking={ladder.taking} onTaking={ladder.onTaking} />}
        <MarketBar ladder={ladder} />
        <Grid ladder={ladder} symbol={market.symbol} box={box} />
        <LadderNote ladder={ladder} />
        <PointerTip ladder={ladder} rates={rates} />
      </div>
      {actions.pending === null || facts === null ? null : (
        <Suspense fallback={null}>
          <ConfirmationSheet
            profile={profile}
            mode={mode}
            terms={facts.terms}
            pending={actions.pending}
            actions={actions}
          />
        </Suspense>
      )}
    </PanelFrame>
  );
}

function LadderToolbar({ ladder }: { readonly ladder: PriceLadder }) {
  return (
    <>
      <Button size="small" variant="quiet" label={t`Finer price steps (−)`} onPress={() => ladder.onStep(-1)}>
        −
      </Button>
      <span className="book-step" title={t`Price step between rows`}>
        {formatDecimal(ladder.step)}
      </span>
      <Button size="small" variant="quiet" label={t`Coarser price steps (+)`} onPress={() => ladder.onStep(1)}>
        +
      </Button>
    </>
  );
}

/** The columns, from left to right. */
const columns: readonly { readonly title: string; readonly hint: string }[] = [
  { title: t`My bids`, hint: t`Your buy orders at this price` },
  { title: t`Bid`, hint: t`Buy size in the order book at this price` },
  { title: t`Price`, hint: t`Price of the row, in the chosen price step` },
  { title: t`Ask`, hint: t`Sell size in the order book at this price` },
  { title: t`My asks`, hint: t`Your sell orders at this price` },
  { title: t`Vol`, hint: t`Volume at this price since the panel opened` },
  { title: t`Queue`, hint: t`Queue position: with cancels spread over the queue – with trades only` },
];

interface GridProps {
  readonly ladder: PriceLadder;
  readonly symbol: string;
  readonly box: React.RefObject<HTMLDivElement | null>;
}

/** The rows. They stand still; one stop of Tab, in which the arrows choose. */
function Grid({ ladder, symbol, box }: GridProps) {
  const id = useId();
  const { keys, pointer, held, isCrossed } = ladder;
  const idOf = (row: number) => `${id}-${row}`;
  const { cursor } = keys;
  const isShown = cursor !== null && ladder.rows.some(({ row }) => row === cursor.row);
  const active = isShown ? `${idOf(cursor.row)}-${cursor.side === 'buy' ? 'buys' : 'sells'}` : undefined;
  return (
    <div
      role="grid"
      className="price-ladder-grid"
      aria-label={t`Price ladder of ${symbol}`}
      aria-activedescendant={active}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      onBlur={keys.onBlur}
    >
      <div role="row" className="price-ladder-row price-ladder-head">
        {columns.map(({ title, hint }) => (
          <span key={title} role="columnheader" title={hint}>
            {title}
          </span>
        ))}
      </div>
      <div
        ref={box}
        role="rowgroup"
        className="price-ladder-rows"
        onWheel={event => held.scroll(event.deltaY < 0 ? 3 : -3)}
        {...pointer.handlers}
      >
        {isCrossed ? (
          <p className="price-ladder-crossed" role="alert">{t`The book is crossed, so it is not drawn.`}</p>
        ) : ladder.rows.length === 0 ? (
          <Skeleton rows={16} />
        ) : (
          <LadderLines ladder={ladder} idOf={idOf} />
        )}
      </div>
    </div>
  );
}
