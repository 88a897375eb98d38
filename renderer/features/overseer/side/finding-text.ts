import { type Decimal, multiply } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { ownName } from '#lib/own/own-name.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import type { Finding } from '../model/attention.ts';
import { shareOf } from '../model/overseen-rows.ts';
import type { ValueChange } from '../model/changes/value-change.ts';
import { t } from '#shared/words/t.ts';

function percentText(percent: Decimal | null): string {
  return percent === null ? '' : ownText(`${formatDecimal(percent, { maximumDecimals: 1 })} %`, 'figure');
}

interface Figures {
  readonly figure: string;
  readonly limit: string;
  readonly coin: string;
}

const writers: Readonly<Record<Finding['kind'], (figures: Figures) => string>> = {
  unreadable: () => t`data error`,
  unlisted: () => t`no data from the exchange`,
  frozen: () => t`is frozen and holds money`,
  'coin-share': ({ figure, limit, coin }) => t`${coin} is ${figure} of its value (limit ${limit})`,
  'account-share': ({ figure, limit }) => t`is ${figure} of total (limit ${limit})`,
  'held-share': ({ figure, limit }) => t`${figure} on hold (limit ${limit})`,
  drop: ({ figure, limit }) => t`NAV down ${figure} (limit ${limit})`,
};

/** A finding as half a sentence; the account's name comes before it. */
export function findingText({ kind, percent, limit, coin, change }: Finding): string {
  const text = writers[kind]({
    figure: percentText(percent),
    limit: percentText(limit),
    coin: visibleText(coin ?? ''),
  });
  return change === null ? text : `${text}: ${partsText(change)}`;
}

/** What of a change is flow, futures and price, each in percent of the earlier value. */
function partsText({ before, flow, futures, price }: ValueChange): string {
  const part = (amount: Decimal) => {
    const share = shareOf(amount, before);
    if (share === null) return '–';
    const percent = multiply(share, '100');
    return ownText(`${formatDecimal(percent, { maximumDecimals: 1, isSigned: true })} %`, 'figure');
  };
  return t`net flow ${part(flow)}, futures ${part(futures)}, prices ${part(price)}`;
}

const tones: Readonly<Record<Finding['kind'], 'danger' | 'warning' | 'neutral'>> = {
  unreadable: 'danger',
  drop: 'danger',
  'coin-share': 'warning',
  'account-share': 'warning',
  'held-share': 'warning',
  unlisted: 'neutral',
  frozen: 'neutral',
};

const words: Readonly<Record<Finding['kind'], string>> = {
  unreadable: t`error`,
  drop: t`drawdown`,
  'coin-share': t`coin share`,
  'account-share': t`of total`,
  'held-share': t`on hold`,
  unlisted: t`no data`,
  frozen: t`frozen`,
};

export function findingChip({ kind }: Finding) {
  return { tone: tones[kind], word: words[kind] };
}

const frozenNamed = 3;

/** Several frozen accounts, as one line. */
export function frozenText(names: readonly string[]): { readonly title: string; readonly text: string } {
  const named = names
    .slice(0, frozenNamed)
    .map(name => ownName(name))
    .join(', ');
  const more = names.length > frozenNamed ? t` and ${names.length - frozenNamed} more` : '';
  return { title: t`${names.length} sub-accounts`, text: t`are frozen and hold money: ${named}${more}` };
}
