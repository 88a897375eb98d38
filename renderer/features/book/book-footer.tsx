import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { BookSource } from '#shared/domain/live.ts';
import { directionOf, formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { imbalances } from './model/imbalance.ts';
import { touchOf } from './model/levels.ts';
import { midOf } from './model/middle.ts';
import { useWideBook } from './use-wide-book.ts';
import { t } from '#shared/words/t.ts';

interface BookFooterProps {
  readonly profileId: string;
  readonly market: Market;
  readonly priceDecimals: number;
}

const sampleMs = 500;

/** The context of the rows: how much of the market this book covers, and which side is larger. */
export function BookFooter({ profileId, market, priceDecimals }: BookFooterProps) {
  const { book, view } = useWideBook(profileId, market, sampleMs);
  const isPushed = book.origin.kind === 'feed';
  const mid = view === null ? null : midOf(touchOf(view), priceDecimals + 2);
  const isWhole = isPushed && book.pushed.source === 'full' && view?.step === null;
  const weights = view === null || mid === null ? [] : imbalances(view, mid, isWhole);
  return (
    <div className="book-footer">
      <span className="book-source" title={sourceHint(isPushed ? book.pushed.source : null)}>
        {sourceText(isPushed ? book.pushed.source : null, view)}
      </span>
      {weights.map(({ band, ratio, reason }) => (
        <span
          key={band}
          className="book-imbalance"
          title={reason ?? t`Bids minus asks over their sum, within ${bandText(band)} of the mid`}
        >
          <span className="status-label">±{bandText(band)}</span>{' '}
          <span className={`number direction-${ratio === null ? 'none' : directionOf(ratio)}`}>
            {ratio === null ? unknownText : formatPercent(ratio, { maximumDecimals: 0, isSigned: true })}
          </span>
        </span>
      ))}
    </div>
  );
}

function bandText(band: Decimal): string {
  return formatPercent(band, { maximumDecimals: 1 });
}

const depthTexts: Readonly<Record<BookSource, string>> = {
  full: t`full book`,
  'top-100': t`best 100 levels`,
  'top-50': t`best 50 levels`,
};

function sourceHint(source: BookSource | null): string {
  if (source === 'full') return t`A local copy of the exchange’s whole book, proved by its sequence numbers.`;
  if (source === null) return t`Read from the exchange again and again: a snapshot of the best levels.`;
  return t`Only the best levels are pushed: the book is right so deep and no deeper.`;
}

/** Where the knowledge ends, in prices, unless it does not. */
function sourceText(source: BookSource | null, view: { readonly bids: Ends; readonly asks: Ends } | null): string {
  if (source === 'full') return depthTexts.full;
  const low = view?.bids.at(-1)?.[0];
  const high = view?.asks.at(-1)?.[0];
  const range = low === undefined || high === undefined ? '' : ` ${formatDecimal(low)}–${formatDecimal(high)}`;
  return `${source === null ? t`snapshot` : depthTexts[source]}${range}`;
}

type Ends = readonly BookLevel[];
