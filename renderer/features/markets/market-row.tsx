import { memo } from 'react';
import { scaleOf } from '#shared/decimal.ts';
import { useTicker } from '#bridge/live/tickers.ts';
import { formatCompact } from '#lib/compact.ts';
import { directionOf, formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { Chip } from '#ui/value/chip.tsx';
import { ExpiryChip } from '#ui/value/expiry-chip.tsx';
import type { ListedMarket } from './listed-market.ts';
import { t } from '#shared/words/t.ts';

interface MarketRowProps {
  readonly profileId: string;
  readonly market: ListedMarket;
  readonly id: string;
  readonly isSelected: boolean;
  readonly isFavourite: boolean;
  readonly onSelect: (market: ListedMarket) => void;
  readonly onFavour: (market: ListedMarket) => void;
  readonly onInfo: (market: ListedMarket) => void;
}

/** One market: its star, its name and its last 24 hours. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { profileId, market, id, isSelected, isFavourite, onSelect, onFavour, onInfo } = props;
  return (
    <div id={id} role="option" aria-selected={isSelected} className="market" onClick={() => onSelect(market)}>
      <span
        aria-hidden="true"
        className={isFavourite ? 'market-star market-star-on' : 'market-star'}
        title={isFavourite ? t`Remove from favourites (F)` : t`Add to favourites (F)`}
        onClick={event => {
          event.stopPropagation();
          onFavour(market);
        }}
      >
        {isFavourite ? '★' : '☆'}
      </span>
      <span className="market-name">
        <span className="market-base">{market.name}</span> <span className="market-quote">{market.detail}</span>
        <ExpiryChip expireAtMs={market.expireAtMs} />
        {isFavourite ? <span className="visually-hidden">{t`, favourite`}</span> : null}
      </span>
      <span
        className="market-info about-mark"
        title={market.venue === 'futures' ? t`About the contract (I)` : t`Fees of the pair (I)`}
        onClick={event => {
          event.stopPropagation();
          onInfo(market);
        }}
      >
        i
      </span>
      {market.isTradingEnabled ? (
        <Figures profileId={profileId} market={market} />
      ) : (
        <Chip tone="warning" title={t`The exchange has halted trading of this market`}>{t`halted`}</Chip>
      )}
    </div>
  );
});

function Figures({ profileId, market }: Pick<MarketRowProps, 'profileId' | 'market'>) {
  const ticker = useTicker(profileId, market);
  const { lastPrice = null, changeRate = null, turnover = null } = ticker ?? {};
  const minimumDecimals = scaleOf(market.priceIncrement ?? '0');
  return (
    <>
      <span className="market-price number">
        {lastPrice === null ? unknownText : formatDecimal(lastPrice, { minimumDecimals })}
      </span>
      <span className={`market-change number direction-${changeRate === null ? 'none' : directionOf(changeRate)}`}>
        {changeRate === null
          ? unknownText
          : formatPercent(changeRate, { minimumDecimals: 2, maximumDecimals: 2, isSigned: true })}
      </span>
      <span className="market-turnover number">{turnover === null ? unknownText : formatCompact(turnover)}</span>
    </>
  );
}
