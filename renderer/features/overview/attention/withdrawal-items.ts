import type { Decimal } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks } from './attention-item.ts';

export interface OverdueWithdrawal {
  readonly key: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly status: string;
  /** how long it has been under way, in words */
  readonly age: string;
}

export function overdueItems(withdrawals: readonly OverdueWithdrawal[]): readonly AttentionItem[] {
  return withdrawals.map(({ key, currency, amount, status, age }) => ({
    key: `withdrawal ${key}`,
    tone: 'warning',
    word: t`overdue`,
    title: `${ownText(formatDecimal(amount))} ${visibleText(currency)}`,
    text: t`withdrawal ${status} for ${age}`,
    advice: t`Check address and chain; contact the exchange if it stays pending.`,
    target: { kind: 'panel', panel: 'withdrawals' },
    rank: attentionRanks.stuck,
  }));
}
