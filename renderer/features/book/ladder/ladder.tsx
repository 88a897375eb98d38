import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { BookKey } from '#bridge/live/books.ts';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import type { PickedLevel } from '#state/ui-store.ts';
import type { OpenSurface } from '../canvas/ladder-surface.ts';
import { LadderMirror } from './ladder-mirror.tsx';
import type { LadderSettings } from './ladder-view.ts';
import './ladder.css';
import type { PointedRow } from './row-hold.ts';
import { type LadderFeed, useLadderView } from './use-ladder-view.ts';

// a level can be pointed at only when it is drawn
const SweepTip = lazy(async () => ({ default: (await import('./sweep-tip.tsx')).SweepTip }));

// keys have no effect before there is a book
const LadderKeys = lazyDeferred(async () => (await import('./ladder-keys.tsx')).LadderKeys);

const LadderDrag = lazyDeferred(async () => (await import('../drag/ladder-drag.tsx')).LadderDrag);

type Picked = Pick<PickedLevel, 'side' | 'price' | 'isSize'>;

export interface LadderProps {
  readonly label: string;
  readonly feed: LadderFeed;
  readonly book: BookKey;
  readonly settings: LadderSettings;
  readonly takerFeeRate: Decimal | null;
  readonly onPick: (level: Picked | null) => void;
  /** the pointer came or went: while it is there deeper levels are wanted */
  readonly onPoint: (isPointed: boolean) => void;
  /** how many rows a side would fill the box */
  readonly onFit: (rows: number) => void;
  readonly open?: OpenSurface;
}

/** The book as a canvas for the eye, as tables for the ear. Nothing moves under the pointer; a press picks a level. */
export function Ladder({ label, feed, book, settings, takerFeeRate, onPick, onPoint, onFit, open }: LadderProps) {
  const { box, canvas, view, mirrored, fitting } = useLadderView(feed, settings, open);
  useEffect(() => {
    if (fitting !== null) onFit(fitting);
  }, [fitting, onFit]);
  const [pointed, setPointed] = useState<PointedRow | null>(null);
  const pointAt = (event: MouseEvent) => {
    const place = canvas.current?.getBoundingClientRect();
    const row =
      place === undefined ? null : (view?.point(event.clientX - place.left, event.clientY - place.top) ?? null);
    setPointed(old => (old?.side === row?.side && old?.index === row?.index && old?.price === row?.price ? old : row));
    return row;
  };
  const leave = () => {
    view?.leave();
    setPointed(null);
    onPoint(false);
  };
  return (
    <>
      {/* the region scrolls when the panel is low, so the keyboard must be able to reach it */}
      <section ref={box} className="ladder" aria-label={label} tabIndex={0}>
        <canvas
          ref={canvas}
          className="ladder-canvas"
          aria-hidden="true"
          onMouseEnter={() => onPoint(true)}
          onMouseMove={pointAt}
          onMouseLeave={leave}
          onClick={event => {
            const row = pointAt(event);
            if (row === null) return onPick(null);
            const { side, price } = row;
            const isSize = view?.isOnSize(side, event.nativeEvent.offsetX) ?? false;
            const { picked } = settings;
            const isSame = picked?.price === price && picked.isSize === isSize;
            return onPick(isSame ? null : { side, price, isSize });
          }}
        />
        {mirrored === null ? null : (
          <LadderMirror frame={mirrored} names={settings.names} hasTotal={settings.isCumulative} />
        )}
      </section>
      {view === null ? null : (
        <Suspense fallback={null}>
          <LadderDrag view={view} canvas={canvas} book={book} />
          <LadderKeys view={view} box={box} mirrored={mirrored} picked={settings.picked} onPick={onPick} />
        </Suspense>
      )}
      {(pointed ?? settings.picked) === null ? null : (
        <Suspense fallback={null}>
          <SweepTip box={box} pointed={pointed} feed={feed} settings={settings} takerFeeRate={takerFeeRate} />
        </Suspense>
      )}
    </>
  );
}
