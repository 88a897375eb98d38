import { memo, useMemo, useState } from 'react';
import { scaleOf } from '#shared/decimal.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { useRead } from '#bridge/use-read.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { useWatch } from '#bridge/watch.ts';
import { formatDecimal, significantLength, splitPair } from '#lib/format.ts';
import { formatClock, formatUtc } from '#lib/time.ts';
import { Panel } from '#ui/panel/panel.tsx';
import './tape.css';
import { joinTape, largestSize, newestFirst, sizeShare } from './tape-rows.ts';

export interface TapePanelProps {
  readonly profileId: string;
  readonly symbol: string;
}

/** The trades of the market as they happen, newest on top. While the pointer is over them they stand still. */
export function TapePanel({ profileId, symbol }: TapePanelProps) {
  useWatch(profileId, { kind: 'trades', venue: 'spot', symbol });
  const read = useRead('trades.recent', { profileId, venue: 'spot', symbol }, { accept: joinTape });
  const trades = useMemo(() => (read.data === undefined ? undefined : newestFirst(read.data)), [read.data]);
  const [held, setHeld] = useState<readonly PublicTrade[] | null>(null);
  const shown = held === null || held[0]?.symbol !== symbol ? trades : held;
  const missed = shown === trades ? null : missedText(trades ?? [], shown ?? []);
  return (
    <Panel
      title="Trades"
      read={{ ...read, data: shown }}
      toolbar={missed === null ? null : <span className="tape-held">{missed}</span>}
      empty={rows => (rows.length > 0 ? null : { reason: `Nobody has traded ${symbol} lately.` })}
      skeletonRows={10}
    >
      {rows => (
        <Tape
          rows={rows}
          profileId={profileId}
          symbol={symbol}
          onHold={() => setHeld(rows)}
          onRelease={() => setHeld(null)}
        />
      )}
    </Panel>
  );
}

/** How many trades came while the tape stood still; null = none. More than a tape holds are not counted. */
function missedText(trades: readonly PublicTrade[], shown: readonly PublicTrade[]): string | null {
  const missed = trades.findIndex(trade => trade.sequence === shown[0]?.sequence);
  if (missed < 0) return `${trades.length}+ new`;
  return missed === 0 ? null : `${missed} new`;
}

interface TapeProps extends TapePanelProps {
  readonly rows: readonly PublicTrade[];
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

function Tape({ rows, profileId, symbol, onHold, onRelease }: TapeProps) {
  const instrument = useInstruments(profileId).get(symbol);
  const priceDecimals = scaleOf(instrument?.priceIncrement ?? '0');
  const sizeDecimals = scaleOf(instrument?.baseIncrement ?? '0');
  const largest = useMemo(() => largestSize(rows), [rows]);
  const { base, quote } = splitPair(symbol);
  return (
    <div className="tape" role="table" aria-label={`Trades of ${symbol}`}>
      <div className="tape-row tape-head" role="row">
        <span role="columnheader">Price {quote}</span>
        <span role="columnheader">Size {base}</span>
        <span role="columnheader">Time</span>
      </div>
      {/* the list scrolls, so the keyboard must be able to reach it */}
      <div
        className="tape-rows"
        role="rowgroup"
        tabIndex={0}
        onMouseEnter={onHold}
        // the pair may change under a pointer that rests: then its first move holds the new one
        onMouseMove={onHold}
        onMouseLeave={onRelease}
      >
        {rows.map(trade => (
          <Row
            key={trade.sequence}
            trade={trade}
            priceDecimals={priceDecimals}
            sizeDecimals={sizeDecimals}
            share={sizeShare(trade.size, largest)}
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
}

const Row = memo(function Row({ trade, priceDecimals, sizeDecimals, share }: RowProps) {
  const isBuy = trade.takerSide === 'buy';
  const size = formatDecimal(trade.size, { minimumDecimals: sizeDecimals });
  const digits = significantLength(size);
  return (
    <div className={`tape-row tape-${trade.takerSide}`} role="row">
      <span className="tape-bar" style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      <span role="cell" className={isBuy ? 'direction-up' : 'direction-down'}>
        <span className="tape-sign" title={isBuy ? 'The taker bought' : 'The taker sold'}>
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
