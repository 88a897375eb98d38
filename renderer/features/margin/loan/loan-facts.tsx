import { type Decimal, multiply } from '#shared/decimal.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import type { LoanPreview } from './loan-preview.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

interface LoanFactsListProps {
  readonly preview: LoanPreview | null;
  readonly currency: string;
}

const percentDigits = { unit: '%', minimumDecimals: 2, maximumDecimals: 2 } as const;

function percent(fraction: Decimal | null): Decimal | null {
  return fraction === null ? null : multiply(fraction, '100');
}

/** Before and after, line by line. */
export function LoanFactsList({ preview, currency }: LoanFactsListProps) {
  if (preview === null) return <p className="field-note">{t`The preview appears with an amount.`}</p>;
  const { before, after, isEstimate } = preview;
  const hint = isEstimate
    ? t`Liabilities / assets. Estimate by last prices: the exchange uses its own prices`
    : t`Liabilities / assets, from the totals of the exchange`;
  const money = { unit: currency, maximumDecimals: 8 };
  return (
    <Facts
      facts={[
        {
          label: t`Debt ratio`,
          value: (
            <BeforeAfter
              before={percent(before.debtRatio)}
              after={percent(after.debtRatio)}
              isEstimate={isEstimate}
              {...percentDigits}
            />
          ),
          hint,
        },
        {
          label: t`Liq. distance`,
          value: (
            <BeforeAfter
              before={percent(before.distance)}
              after={percent(after.distance)}
              isEstimate={isEstimate}
              {...percentDigits}
            />
          ),
          hint: accountHints.marginDistance,
        },
        {
          label: t`Liability in ${currency}`,
          hint: accountHints.liability,
          value: <BeforeAfter before={before.owed} after={after.owed} {...money} />,
        },
        {
          label: t`Available ${currency}`,
          hint: accountHints.available,
          value: <BeforeAfter before={before.free} after={after.free} {...money} />,
        },
      ]}
    />
  );
}
