import { compare, type Decimal, isPositive } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatOwn, formatOwnPercent } from '#lib/own/own-figures.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatAge } from '#lib/age.ts';
import { useNow } from '#ui/clock.ts';
import { Chip } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { type OverseenLine, scopeOf, shortScopeOf } from '../model/overseen-lines.ts';
import { shareOf } from '../model/overseen-rows.ts';
import { statusText } from './account-texts.ts';
import { t } from '#shared/words/t.ts';

const unlistedReason = t`Not in the balance list of the exchange.`;
const unreadableReason = t`The exchange sent invalid amounts.`;

/** Why the figures of an account are not known. */
export function unknownReason({ figures }: Pick<OverseenLine, 'figures'>): string {
  return figures === 'unreadable' ? unreadableReason : unlistedReason;
}

export function NameCell({ line }: { readonly line: OverseenLine }) {
  return (
    <>
      {line.isUnseen ? (
        <span className="overseer-dot overseer-dot-inline" title={t`Changed since last acknowledgement`}>
          <span className="visually-hidden">{t`changed`} </span>
        </span>
      ) : null}
      {line.isFavourite ? (
        <span className="overseer-star" title={t`Favourite`} aria-label={t`Favourite`}>
          ★{' '}
        </span>
      ) : null}
      {visibleText(line.name)}
    </>
  );
}

export function StatusCell({ line }: { readonly line: OverseenLine }) {
  if (line.account === null) return <Unknown reason={t`Not in the sub-account list`} />;
  const { status } = line.account;
  if (status === null) return <Unknown reason={t`The exchange does not say it.`} />;
  return <Chip tone={status === 3 ? 'warning' : 'neutral'}>{statusText(status)}</Chip>;
}

/** "No data" and "error" are states of their own: neither is nothing, and neither is zero. */
export function ValueCell({ line, decimals }: { readonly line: OverseenLine; readonly decimals: number }) {
  if (line.figures === 'unreadable') return <Chip tone="danger" title={unreadableReason}>{t`error`}</Chip>;
  if (line.figures === 'unlisted') return <Chip tone="neutral" title={unlistedReason}>{t`no data`}</Chip>;
  return <Figure value={line.value} decimals={decimals} />;
}

function Figure({ value, decimals }: { readonly value: Decimal | null; readonly decimals: number }) {
  return value === null ? (
    <Unknown />
  ) : (
    <span className="number" title={ownText(value)}>
      {formatFixed(value, decimals)}
    </span>
  );
}

export function TopCoins({ line }: { readonly line: OverseenLine }) {
  const top = line.coins
    .map(({ coin, value }) => ({ coin, share: shareOf(value, line.value) }))
    .filter(({ share }) => share !== null && Number(share) > 0)
    .slice(0, 2);
  if (top.length === 0) return <span className="overseer-quiet">{line.figures === 'listed' ? t`nothing` : ''}</span>;
  const words = top.map(({ coin, share }) => `${visibleText(coin)} ${percent(share)}`).join(', ');
  return (
    <span className="overseer-tops" title={words}>
      {top.map(({ coin, share }) => (
        <span key={coin} className="overseer-top">
          {visibleText(coin)} <span className="overseer-quiet number">{percent(share)}</span>
        </span>
      ))}
    </span>
  );
}

/** The words stand close together, the full ones on hover: of four wallets there is seldom room for the last. */
export function ScopeCell({ line }: { readonly line: OverseenLine }) {
  return <span title={scopeOf(line)}>{shortScopeOf(line)}</span>;
}

/** How long ago something was last read; `neverText`: what null means. */
export function AgeCell({ atMs, neverText }: { readonly atMs: number | null; readonly neverText: string }) {
  const nowMs = useNow(1000);
  if (atMs === null) return <span className="overseer-quiet">{neverText}</span>;
  return <span className="number">{formatAge(Math.floor((nowMs - atMs) / 1000) * 1000).replace('.0', '')}</span>;
}

/** What an account of which trade and margin wallets were not read by themselves shows for their age. */
export function walletsNeverText({ isMainOnly }: Pick<OverseenLine, 'isMainOnly'>): string {
  return isMainOnly ? t`not loaded yet` : t`with balances`;
}

function percent(share: Decimal | null): string {
  return share === null ? '' : formatOwnPercent(share, { maximumDecimals: 0 });
}

function formatFixed(value: Decimal, decimals: number): string {
  return formatOwn(value, { minimumDecimals: decimals, maximumDecimals: decimals });
}

const tinyShare: Decimal = '0.001';

export function Share({ value, line }: { readonly value: Decimal | null; readonly line: OverseenLine }) {
  if (value === null) return <Unknown reason={unknownReason(line)} />;
  // what is there is never drawn as nothing
  const isTiny = isPositive(value) && compare(value, tinyShare) < 0;
  const text = formatOwnPercent(isTiny ? tinyShare : value, { minimumDecimals: 1, maximumDecimals: 1 });
  return <span className="number">{isTiny ? `< ${text}` : text}</span>;
}

export function AccessCell({ line }: { readonly line: OverseenLine }) {
  if (line.account === null) return line.head === null ? <Unknown /> : null;
  if (line.account.access === null) return <Unknown reason={t`The exchange does not say it.`} />;
  return (
    <>
      {visibleText(line.account.access)}
      {line.accessLabel === null ? null : <span className="overseer-quiet"> {visibleText(line.accessLabel)}</span>}
    </>
  );
}
