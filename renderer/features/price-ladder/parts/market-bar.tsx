import { divide, scaleOf, subtract } from '#shared/decimal.ts';
import { midOf } from '#shared/order-entry/price-text.ts';
import { formatDecimal } from '#lib/format.ts';
import { awayText } from '../model/row-window.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import { t } from '#shared/words/t.ts';

/** Spread, mid and age of the book. It is apart from the rows: among them it would move prices. */
export function MarketBar({ ladder }: { readonly ladder: PriceLadder }) {
  const { touch, tick, book, bookValidationError, held } = ladder;
  const away = awayText(held.away);
  const { bid, ask } = touch;
  const known = bid !== null && ask !== null;
  return (
    <div className="price-ladder-market number">
      {known ? (
        <>
          <span>{spreadWords(divide(subtract(ask, bid), tick, { scale: 0, rounding: 'half-even' }))}</span>
          <span>{t`mid ${formatDecimal(midOf(bid, ask), { minimumDecimals: scaleOf(tick) })}`}</span>
        </>
      ) : (
        <span>{t`one side of the book is empty`}</span>
      )}
      {away === null ? (
        <span className="price-ladder-age">
          {bookValidationError === null ? ageWords(book?.asOfMs ?? null) : t`not live`}
        </span>
      ) : (
        <strong className="price-ladder-away">{away}</strong>
      )}
    </div>
  );
}

function spreadWords(ticks: string): string {
  return t`spread ${ticks} ${ticks === '1' ? t`tick` : t`ticks`}`;
}

/** How old the book was when it was drawn. */
function ageWords(asOfMs: number | null): string {
  if (asOfMs === null) return '';
  const ageMs = Math.max(0, Date.now() - asOfMs);
  return ageMs < 1000 ? t`${Math.round(ageMs)} ms` : `${Math.floor(ageMs / 1000)} s`;
}
