import type { RefObject } from 'react';
import { useNow } from '#ui/clock.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { LadderNames } from '../canvas/scene.ts';
import { midOf } from '../model/middle.ts';
import { touchOf } from '../model/levels.ts';
import { levelsUpTo, type Sweep, sweepLevels } from '../model/sweep.ts';
import type { LadderSettings, LadderSource } from './ladder-view.ts';
import { t } from '#shared/words/t.ts';

interface SweepTipProps {
  readonly box: RefObject<HTMLElement | null>;
  /** the row under the pointer; null: what was picked is told */
  readonly pointed: { readonly side: 'bid' | 'ask'; readonly price: Decimal } | null;
  readonly feed: LadderSource;
  readonly settings: LadderSettings;
  readonly takerFeeRate: Decimal | null;
}

/**
 * Beside the ladder, so that it covers none of it. Reckoned anew twice a second: the book moves on. What lies there is
 * covered only as long as the pointer or the keyboard is in the ladder.
 */
export function SweepTip({ box, pointed, feed, settings, takerFeeRate }: SweepTipProps) {
  useNow(500);
  const view = feed.view();
  const target = pointed ?? (isKeyed(box.current, settings.picked) ? settings.picked : null);
  if (view === null || target === null) return null;
  const { side, price } = target;
  const levels = side === 'bid' ? view.bids : view.asks;
  const sweep = sweepLevels(levels, levelsUpTo(levels, price, side), {
    mid: midOf(touchOf(view), settings.tickDecimals + 1),
    takerFeeRate,
    priceScale: settings.tickDecimals,
  });
  if (sweep === null) return null;
  const edge = box.current?.getBoundingClientRect();
  return (
    <div className="sweep-tip" style={{ left: (edge?.right ?? 0) + 8, top: (edge?.top ?? 0) + 8 }}>
      <SweepNote side={side} sweep={sweep} names={settings.names} isGrouped={view.step !== null} />
    </div>
  );
}

/** A press leaves the focus in the ladder too, though the pointer goes on; only it says whether a size was picked. */
function isKeyed(box: HTMLElement | null, picked: LadderSettings['picked']): boolean {
  if (box?.matches(':focus') !== true) return false;
  return picked?.isSize === undefined || box.matches(':focus-visible');
}

interface SweepNoteProps {
  readonly side: 'bid' | 'ask';
  readonly sweep: Sweep;
  readonly names: LadderNames;
  /** grouped prices are those of the far end of their step, so the figures are the worst case */
  readonly isGrouped: boolean;
}

/** What taking everything from the best price to the pointed row would come to. */
function SweepNote({ side, sweep, names, isGrouped }: SweepNoteProps) {
  const about = isGrouped ? '≈ ' : '';
  const levels = `${sweep.levels} ${sweep.levels === 1 ? t`level` : t`levels`}`;
  const facts = [
    [t`average`, `${about}${formatDecimal(sweep.averagePrice)}`],
    [t`size`, `${formatDecimal(sweep.size, { maximumDecimals: 8 })} ${names.base}`],
    [side === 'ask' ? t`cost` : t`proceeds`, `${about}${formatDecimal(sweep.cost, inQuote)} ${names.quote}`],
    [t`from mid`, sweep.slippageBps === null ? unknownText : t`${about}${formatDecimal(sweep.slippageBps)} bps`],
    [t`taker fee`, sweep.fee === null ? unknownText : `${about}${formatDecimal(sweep.fee, inQuote)} ${names.quote}`],
  ] as const;
  return (
    <div className="sweep" role="status">
      <p className="sweep-title">
        {side === 'ask' ? t`Buying` : t`Selling`} {levels}
      </p>
      <dl className="sweep-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="sweep-fact">
            <dt>{label}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const inQuote = { minimumDecimals: 2, maximumDecimals: 2 };
