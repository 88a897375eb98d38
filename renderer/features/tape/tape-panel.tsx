import { memo, useMemo, useState } from 'react';
import { scaleOf } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { useRead } from '#bridge/use-read.ts';
import { useMarketInfo, useMarketUnits } from '#bridge/reference/use-market.ts';
import { useWatch } from '#bridge/watch.ts';
import { formatDecimal, significantLength } from '#lib/format.ts';
import { formatClock, formatUtc, hasMilliseconds, timeViewVersion } from '#lib/time.ts';
import { Panel } from '#ui/panel/panel.tsx';
import './tape.css';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { joinTape, largestSize, newestFirst, sizeShare } from './tape-rows.ts';
import { t } from '#shared/words/t.ts';

export interface TapePanelProps {
  readonly profileId: string;
  readonly market: Market;
}

/** The trades of the market as they happen, newest on top. While the pointer is over them they stand still. */
export function TapePanel({ profileId, market }: TapePanelProps) {
  const { venue, symbol } = market;
  useWatch(profileId, { kind: 'trades', venue, symbol });
  const read = useRead('trades.recent', { profileId, venue, symbol }, { accept: joinTape });
  const trades = useMemo(() => (read.data === undefined ? undefined : newestFirst(read.data)), [read.data]);
  const [held, setHeld] = useState<readonly PublicTrade[] | null>(null);
  const shown = held === null || held[0]?.symbol !== symbol ? trades : held;
  const missed = shown === trades ? null : missedText(trades ?? [], shown ?? []);
  return (
    <Panel
      title={t`Trades`}
      read={{ ...read, data: shown }}
      toolbar={missed === null ? null : <span className="tape-held">{missed}</span>}
      empty={rows => (rows.length > 0 ? null : { reason: t`No recent trades in ${symbol}.` })}
      skeletonRows={10}
    >
      {rows => (
        <Tape
          rows={rows}
          isHeld={held !== null}
          profileId={profileId}
          market={market}
          onHold={() => setHeld(rows)}
          onRelease={() => setHeld(null)}
        />
      )}
    </Panel>
  );
}

/** Number of trades while the tape was paused; null: none. More than the tape holds are not counted. */
function missedText(trades: readonly PublicTrade[], shown: readonly PublicTrade[]): string | null {
  const missed = trades.findIndex(trade => trade.sequence === shown[0]?.sequence);
  if (missed < 0) return t`${trades.length}+ new`;
  return missed === 0 ? null : t`${missed} new`;
}

interface TapeProps extends TapePanelProps {
  readonly rows: readonly PublicTrade[];
  /** the pointer is over them */
  readonly isHeld: boolean;
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

function Tape({ rows, isHeld, profileId, market, onHold, onRelease }: TapeProps) {
  const info = useMarketInfo(profileId, market);
  const priceDecimals = scaleOf(info?.priceIncrement ?? '0');
  const sizeDecimals = scaleOf(info?.sizeIncrement ?? '0');
  const largest = useMemo(() => largestSize(rows), [rows]);
  const units = useMarketUnits(profileId, market);
  const [isReached, setReached] = useState(false);
  const [list, mostInSight] = useRowsInSight();
  return (
    <div className="tape" data-exact={hasMilliseconds()} role="table" aria-label={t`Trades of ${market.symbol}`}>
      <div className="tape-row tape-head" role="row">
        <span role="columnheader">{t`Price ${units.price}`}</span>
        <span role="columnheader">{t`Size ${units.size}`}</span>
        <span role="columnheader">{t`Time`}</span>
      </div>
      {/* the list scrolls, so the keyboard must be able to reach it */}
      <div
        ref={list}
        className="tape-rows"
        role="rowgroup"
        tabIndex={0}
        onMouseEnter={onHold}
        // the pair may change under a pointer that rests: then its first move holds the new one
        onMouseMove={onHold}
        onMouseLeave={onRelease}
        onFocus={() => setReached(true)}
        onBlur={() => setReached(false)}
      >
        {rows.slice(0, isReached || isHeld ? rows.length : mostInSight).map(trade => (
          <Row
            key={trade.sequence}
            trade={trade}
            priceDecimals={priceDecimals}
            sizeDecimals={sizeDecimals}
            share={sizeShare(trade.size, largest)}
            timeView={timeViewVersion()}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly trade: PublicTrade;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly share: number;
  /** changes when times are shown in another way */
  readonly timeView: number;
}

const Row = memo(function Row({ trade, priceDecimals, sizeDecimals, share }: RowProps) {
  const isBuy = trade.takerSide === 'buy';
  const size = formatDecimal(trade.size, { minimumDecimals: sizeDecimals });
  const digits = significantLength(size);
  return (
    <div
      className={`tape-row tape-${trade.takerSide}`}
      role="row"
      style={{ backgroundSize: `${share * 100}% calc(100% - 2px)` }}
    >
      <span role="cell" className={isBuy ? 'direction-up' : 'direction-down'}>
        <span className="tape-sign" title={isBuy ? t`The taker bought` : t`The taker sold`}>
          {isBuy ? '+' : '−'}
        </span>
        {formatDecimal(trade.price, { minimumDecimals: priceDecimals })}
      </span>
      <span role="cell">
        {size.slice(0, digits)}
        <span className="tape-zeros">{size.slice(digits)}</span>
      </span>
      <span role="cell" className="tape-time" title={formatUtc(trade.timeMs)}>
        {formatClock(trade.timeMs)}
      </span>
    </div>
  );
});
