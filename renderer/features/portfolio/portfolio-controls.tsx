import type { PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { compareTexts } from '#lib/sorting.ts';
import { formatDay } from '#lib/time.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { type AccountNames, ownerTitle } from './model/portfolio-texts.ts';
import { spanHints, spanNames, spanTitles } from './model/span.ts';
import type { PortfolioChoice } from './model/use-portfolio.ts';
import { t } from '#shared/words/t.ts';

/** The currency that values are shown in, one choice for all panels. */
export interface CurrencyChoice {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly onCurrency: (currency: string) => void;
}

interface PortfolioControlsProps extends CurrencyChoice {
  readonly choice: PortfolioChoice;
  readonly change: (part: Partial<PortfolioChoice>) => void;
  /** accounts that are known in the span */
  readonly owners: readonly string[];
  readonly names: AccountNames;
}

const methods: readonly { readonly value: PortfolioQuestion['method']; readonly label: string }[] = [
  { value: 'average', label: t`Average cost` },
  { value: 'fifo', label: t`FIFO` },
];

const total = 'total';
const valueOf = (owner: string | null) => (owner === null ? total : `=${owner}`);

const isMaster = ({ value }: { readonly value: string }) => value === valueOf('');

/** The master account, then the sub-accounts by name. */
export function accountOptions(owners: readonly string[], names: AccountNames) {
  const titled = owners.map(owner => ({ value: valueOf(owner), label: ownerTitle(owner, names) }));
  return titled.toSorted((a, b) => Number(isMaster(b)) - Number(isMaster(a)) || compareTexts(a.label, b.label));
}

/** Span, account, currency and cost method. */
export function PortfolioControls(props: PortfolioControlsProps) {
  const { choice, change, owners, names, currency, currencies, onCurrency } = props;
  const known = choice.owner === null || owners.includes(choice.owner) ? owners : [choice.owner, ...owners];
  const listed = currencies.includes(currency) ? currencies : [currency, ...currencies];
  return (
    <div className="portfolio-controls" role="group" aria-label={t`What the portfolio shows`}>
      <span className="portfolio-spans" role="group" aria-label={t`Time span`}>
        {spanNames.map(span => (
          <span key={span} title={spanHints[span]}>
            <Button
              size="small"
              isPressed={choice.day === null && choice.span === span}
              onPress={() => change({ span, day: null })}
            >
              {spanTitles[span]}
            </Button>
          </span>
        ))}
        {choice.day === null ? null : (
          <Button
            size="small"
            isPressed
            label={t`Day ${formatDay(choice.day.day, true)}: press to return to the span`}
            onPress={() => change({ day: null })}
          >
            {formatDay(choice.day.day, true)} ✕
          </Button>
        )}
      </span>
      <span className="portfolio-selects">
        <Select
          label={t`Account`}
          value={valueOf(choice.owner)}
          options={[{ value: total, label: t`All accounts` }, ...accountOptions(known, names)]}
          onChange={value => change({ owner: value === total ? null : value.slice(1) })}
        />
        <Select
          label={t`Value in`}
          value={currency}
          options={listed.map(each => ({ value: each, label: each }))}
          onChange={onCurrency}
        />
        <Select
          label={t`Cost method`}
          value={choice.method}
          options={methods}
          onChange={method => change({ method })}
        />
      </span>
    </div>
  );
}
