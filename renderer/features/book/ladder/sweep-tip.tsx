import type { RefObject } from 'react';
import { useNow } from '#ui/clock.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { LadderNames } from '../canvas/scene.ts';
import { midOf } from '../model/middle.ts';
import { touchOf } from '../model/levels.ts';
import { levelsUpTo, type Sweep, sweepLevels } from '../model/sweep.ts';
import type { LadderSettings, LadderSource } from './ladder-view.ts';
import type { Fact } from '#ui/value/facts.tsx';
import { t } from '#shared/words/t.ts';

interface SweepTipProps {
  readonly box: RefObject<HTMLElement | null>;
  /** the row under the pointer; null: the picked one is shown */
  readonly pointed: { readonly side: 'bid' | 'ask'; readonly price: Decimal } | null;
  readonly feed: LadderSource;
  readonly settings: LadderSettings;
  readonly takerFeeRate: Decimal | null;
}

/**
 * Beside the ladder, so that it covers none of it. Computed again twice a second, because the book changes. It covers
 * its neighbours only while the pointer or the keyboard is in the ladder.
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

/** A press leaves the focus in the ladder too, though the pointer continues; only it says whether a size was picked. */
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
  const facts: readonly Fact[] = [
    { label: t`average`, value: `${about}${formatDecimal(sweep.averagePrice)}`, hint: sweepHints.average },
    {
      label: t`size`,
      value: `${formatDecimal(sweep.size, { maximumDecimals: 8 })} ${names.base}`,
      hint: sweepHints.size,
    },
    {
      label: side === 'ask' ? t`cost` : t`proceeds`,
      value: `${about}${formatDecimal(sweep.cost, inQuote)} ${names.quote}`,
      hint: sweepHints.cost,
    },
    {
      label: t`from mid`,
      value: sweep.slippageBps === null ? unknownText : t`${about}${formatDecimal(sweep.slippageBps)} bps`,
      hint: sweepHints.slippage,
    },
    {
      label: t`taker fee`,
      value: sweep.fee === null ? unknownText : `${about}${formatDecimal(sweep.fee, inQuote)} ${names.quote}`,
      hint: sweepHints.fee,
    },
  ];
  return (
    <div className="sweep" role="status">
      <p className="sweep-title">
        {side === 'ask' ? t`Buying` : t`Selling`} {levels}
      </p>
      <dl className="sweep-facts">
        {facts.map(({ label, value, hint }) => (
          <div key={label} className="sweep-fact">
            <dt aria-description={hint}>{label}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The tip ignores the pointer, so a definition is only read aloud with its label. */
const sweepHints = {
  average: t`Average fill price from the best price to this row`,
  size: t`Size in the order book from the best price to this row`,
  cost: t`Size times average price, before fees`,
  slippage: t`Distance of the average price from mid`,
  fee: t`Taker fee rate of the market × cost or proceeds`,
} as const;

const inQuote = { minimumDecimals: 2, maximumDecimals: 2 };
