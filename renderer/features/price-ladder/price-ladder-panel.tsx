import { lazy, Suspense, useId, useRef } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useMarketUnits } from '#bridge/reference/use-market.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { FeedChip } from '#ui/panel/age-chip.tsx';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { formatDecimal } from '#lib/format.ts';
import { LadderControls } from './parts/ladder-controls.tsx';
import { LadderFooter } from './parts/ladder-footer.tsx';
import { LadderLines } from './parts/ladder-lines.tsx';
import { MarketBar } from './parts/market-bar.tsx';
import { PointerTip } from './parts/pointer-tip.tsx';
import { TakingBar } from './parts/taking-bar.tsx';
import './price-ladder.css';
import { type PriceLadder, usePriceLadder } from './use-price-ladder.ts';
import { t } from '#shared/words/t.ts';

// nobody is asked anything before something was pressed
const AskedSheet = lazy(async () => ({ default: (await import('./parts/asked-sheet.tsx')).AskedSheet }));

export interface PriceLadderPanelProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY: it stands over every act */
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
  const { acts, arming, book, facts } = ladder;
  return (
    <PanelFrame
      holds="price-ladder"
      title={t`Price ladder`}
      toolbar={<LadderToolbar ladder={ladder} />}
      status={
        <FeedChip
          state={book?.state ?? 'syncing'}
          readAsOfMs={() => book?.asOfMs ?? null}
          detail={ladder.bookObjection}
        />
      }
      footer={<LadderFooter ladder={ladder} />}
    >
      <div
        className="price-ladder"
        data-armed={arming.isArmed}
        data-old={ladder.bookObjection === null ? undefined : true}
        onKeyDownCapture={arming.touch}
        onMouseDownCapture={arming.touch}
      >
        <LadderControls ladder={ladder} unit={units.size} />
        {ladder.taking === null ? null : <TakingBar taking={ladder.taking} onTaking={ladder.onTaking} />}
        <MarketBar ladder={ladder} />
        <Grid ladder={ladder} symbol={market.symbol} box={box} />
        <p className="price-ladder-note" role="status" data-refused={acts.note?.isRefusal}>
          {lastWords(ladder)}
        </p>
        <PointerTip ladder={ladder} rates={rates} />
      </div>
      {acts.asked === null || facts === null ? null : (
        <Suspense fallback={null}>
          <AskedSheet profile={profile} mode={mode} terms={facts.terms} asked={acts.asked} acts={acts} />
        </Suspense>
      )}
    </PanelFrame>
  );
}

/** How the last act ended, else what was said of the last press, else what the ladder takes. */
function lastWords({ rowActs, acts, keys }: PriceLadder): string {
  if (keys.moving !== null) return t`Enter moves it there, Escape leaves it`;
  const lost = rowActs.findLast(({ stage }) => stage === 'unknown');
  if (lost !== undefined) return t`Not known yet: ${lost.words}. ${lost.detail ?? ''}`;
  const ended = rowActs.findLast(({ stage, detail }) => stage !== 'sending' && detail !== null);
  if (ended !== undefined) return `${ended.words}: ${ended.detail}`;
  return acts.note?.text ?? t`Click a side: limit · Ctrl: stop · right: cancel · drag: move`;
}

function LadderToolbar({ ladder }: { readonly ladder: PriceLadder }) {
  return (
    <>
      <Button size="small" variant="quiet" label={t`Finer price steps (−)`} onPress={() => ladder.onStep(-1)}>
        −
      </Button>
      <span className="book-step" title={t`The rows stand this far apart`}>
        {formatDecimal(ladder.step)}
      </span>
      <Button size="small" variant="quiet" label={t`Coarser price steps (+)`} onPress={() => ladder.onStep(1)}>
        +
      </Button>
    </>
  );
}

const heads = [t`Buys`, t`Bid`, t`Price`, t`Ask`, t`Sells`, t`Vol`, t`Ahead`] as const;
const hints: Readonly<Partial<Record<(typeof heads)[number], string>>> = {
  Vol: t`Traded at the price since the ladder was opened`,
  Ahead: t`Before your order in the queue: cancels spread over the queue – only trades counted`,
};

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
        {heads.map(head => (
          <span key={head} role="columnheader" title={hints[head]}>
            {head}
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
