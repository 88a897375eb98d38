import type { FeeAuditCount, feeConditions } from '#shared/domain/archive/fee-audit.ts';
import type { UnauditedReason } from '#shared/portfolio/checks/unaudited-reason.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { t } from '#shared/words/t.ts';

/** Why a fill is not audited, for the cells of the audit. */
export const unauditedTexts: Readonly<Record<UnauditedReason, string>> = {
  'no-rate': t`Not audited: no fee rate is kept of the day of this fill.`,
  'rate-changed': t`Not audited: the fee rate changed on the day of this fill.`,
  'no-liquidity': t`Not audited: the exchange does not say whether this fill is maker or taker.`,
  'other-coin': t`Not audited: the fee was paid in another coin, and the rate does not say how much is due in it.`,
  'no-value': t`Not audited: the exchange does not say the value of this fill.`,
  'no-fee': t`Not audited: the exchange does not say the fee of this fill.`,
};

export const feeConditionTexts: Readonly<Record<(typeof feeConditions)[number], string>> = {
  different: t`Fee differs`,
  'not-audited': t`Not audited`,
};

const digits = { maximumDecimals: 8 } as const;

/** `fee audit of 480 fills, 1 with a different fee; USDT: due 6.2, paid 6.3`. */
export function feeAuditText({ audited, different, isCut, totals }: FeeAuditCount): string {
  if (audited === 0) return t`fee audit: no fill has a rate that was held on its day`;
  const fills = formatDecimal(fromNumber(audited));
  const differing = formatDecimal(fromNumber(different));
  const counts = t`fee audit of ${fills} fills, ${differing} with a different fee`;
  const sums = totals.map(
    ({ currency, due, paid }) =>
      t`${visibleText(currency)}: due ${formatOwn(due, digits)}, paid ${formatOwn(paid, digits)}`,
  );
  return [isCut ? t`${counts} (of the newest 20,000)` : counts, ...sums].join('; ');
}
