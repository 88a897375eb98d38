import { type Decimal, multiply } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import type { Finding } from '../model/attention.ts';
import { shareOf } from '../model/overseen-rows.ts';
import type { WorthChange } from '../model/worth-change.ts';
import { t } from '#shared/words/t.ts';

function percentText(percent: Decimal | null): string {
  return percent === null ? '' : ownText(`${formatDecimal(percent, { maximumDecimals: 1 })} %`, 'figure');
}

const tellers: Readonly<Record<Finding['kind'], (figures: string, coin: string) => string>> = {
  unreadable: () => t`figures cannot be read`,
  untold: () => t`no data: the exchange leaves it out`,
  frozen: () => t`is frozen and holds money`,
  'coin-share': (figures, coin) => t`${coin} is ${figures} of it`,
  'account-share': figures => t`is ${figures} of the desk`,
  'held-share': figures => t`holds back ${figures}`,
  drop: figures => t`NAV down ${figures}`,
};

/** A finding as half a sentence; the account's name stands before it. */
export function findingText({ kind, percent, limit, coin, change }: Finding): string {
  const text = tellers[kind](t`${percentText(percent)} (rule ${percentText(limit)})`, visibleText(coin ?? ''));
  return change === null ? text : `${text}: ${partsText(change)}`;
}

/** What of a change is flow, futures and price, each in percent of the earlier value. */
function partsText({ before, flow, futures, price }: WorthChange): string {
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
  untold: 'neutral',
  frozen: 'neutral',
};

const words: Readonly<Record<Finding['kind'], string>> = {
  unreadable: t`error`,
  drop: t`drop`,
  'coin-share': t`coin`,
  'account-share': t`desk`,
  'held-share': t`held`,
  untold: t`no data`,
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
    .map(name => ownText(visibleText(name), 'figure'))
    .join(', ');
  const more = names.length > frozenNamed ? t` and ${names.length - frozenNamed} more` : '';
  return { title: t`${names.length} sub-accounts`, text: t`are frozen and hold money: ${named}${more}` };
}
