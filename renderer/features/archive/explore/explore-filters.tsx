import { type ReactNode, useState } from 'react';
import { archiveViews, type ArchiveView, type ExploredRow } from '#shared/domain/archive/explore.ts';
import { feeConditions } from '#shared/domain/archive/fee-audit.ts';
import { visibleText } from '#shared/visible-text.ts';
import { readMoment } from '#lib/moments/read-moment.ts';
import { Button } from '#ui/form/button.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { type ChosenRows, type ExploreChoice, isFiltered, type TypedFilter } from './model/explore-choice.ts';
import { feeConditionTexts } from './model/fee-texts.ts';
import { sideText, statusText, viewTitles, walletText } from './model/explore-texts.ts';
import { t } from '#shared/words/t.ts';

/** Conditions that are chosen from the values of the rows. */
type ChosenField = 'wallet' | 'side' | 'kind' | 'status';

interface ExploreFiltersProps {
  readonly chosen: ChosenRows;
  /** the rows that are shown: their values are offered */
  readonly rows: readonly ExploredRow[];
  /** more controls at the end */
  readonly children?: ReactNode;
}

const any = 'any';
const feeOptions = [
  { value: any, label: t`Any fee` },
  ...feeConditions.map(value => ({ value, label: feeConditionTexts[value] })),
] as const;
const fieldTitles: Readonly<Record<ChosenField, string>> = {
  wallet: t`Account`,
  side: t`Side`,
  kind: t`Type`,
  status: t`Status`,
};
const anyTitles: Readonly<Record<ChosenField, string>> = {
  wallet: t`All accounts`,
  side: t`Any side`,
  kind: t`Any type`,
  status: t`Any status`,
};
const fieldTexts: Readonly<Record<ChosenField, (value: string) => string>> = {
  wallet: walletText,
  side: sideText,
  kind: visibleText,
  status: statusText,
};

/** Which fields a list is chosen by. */
const sided: readonly ChosenField[] = ['wallet', 'side'];
const booked: readonly ChosenField[] = ['wallet', 'side', 'kind'];
const chosenFields: Readonly<Record<ArchiveView, readonly ChosenField[]>> = {
  fills: sided,
  orders: ['wallet', 'side', 'kind', 'status'],
  ledger: booked,
  transfers: booked,
  funding: ['wallet'],
  interest: ['wallet'],
  loans: ['wallet', 'kind', 'status'],
  deposits: ['status'],
  withdrawals: ['status'],
  'closed-positions': sided,
};

const viewOptions = archiveViews.map(value => ({ value, label: viewTitles[value] }));

/** The list, and which of its rows are shown. What is typed counts from Enter or Search on. */
export function ExploreFilters({ chosen, rows, children }: ExploreFiltersProps) {
  const { choice, choose, chooseView } = chosen;
  return (
    <div className="explore-filters" role="group" aria-label={t`Filters`}>
      <Select label={t`List`} value={choice.view} options={viewOptions} onChange={chooseView} />
      {chosenFields[choice.view].map(field => (
        <ValueSelect key={`${choice.view} ${field}`} field={field} choice={choice} rows={rows} choose={choose} />
      ))}
      {choice.view === 'fills' ? (
        <Select
          label={t`Fee audit`}
          value={choice.fees ?? any}
          options={feeOptions}
          onChange={fees => choose({ fees: fees === any ? null : fees })}
        />
      ) : null}
      <TypedFilters chosen={chosen} />
      {children}
    </div>
  );
}

interface ValueSelectProps extends Pick<ExploreFiltersProps, 'rows'>, Pick<ChosenRows, 'choice' | 'choose'> {
  readonly field: ChosenField;
}

/** Offers the values of the rows that were shown since the list was chosen. */
function ValueSelect({ field, choice, rows, choose }: ValueSelectProps) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const current = choice[field];
  const found = new Set([...seen, ...rows.map(row => row[field]), current].filter(value => value !== null));
  if (found.size > seen.length) setSeen([...found].toSorted());
  return (
    <Select
      label={fieldTitles[field]}
      value={current === null ? any : `=${current}`}
      options={[
        { value: any, label: anyTitles[field] },
        ...seen.map(value => ({ value: `=${value}`, label: fieldTexts[field](value) })),
      ]}
      onChange={value => choose({ [field]: value === any ? null : value.slice(1) })}
    />
  );
}

const typedFields = [
  { field: 'market', label: t`Symbol or currency`, placeholder: t`symbol or currency`, maxLength: 60 },
  { field: 'from', label: t`From`, placeholder: t`from`, maxLength: 20 },
  { field: 'until', label: t`Until`, placeholder: t`until`, maxLength: 20 },
  { field: 'text', label: t`Contains text`, placeholder: t`contains text`, maxLength: 100 },
] as const;

const example = t`Type a time such as 2026-03-05 09:30, 09:30 or 2h (m, h or d ago).`;

/** null: nothing is typed; undefined: it is no time. */
function readTime(typed: string, end: 'fromMs' | 'untilMs'): number | null | undefined {
  return typed.trim() === '' ? null : readMoment(typed, Date.now())?.[end];
}

function textOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

type Conditions = Pick<ExploreChoice, 'market' | 'fromMs' | 'toMs' | 'text'>;

/** The conditions that were typed; null: one of the times is none. */
function readTyped({ market, from, until, text }: TypedFilter): Conditions | null {
  const [fromMs, toMs] = [readTime(from, 'fromMs'), readTime(until, 'untilMs')];
  if (fromMs === undefined || toMs === undefined) return null;
  return { market: textOrNull(market.toUpperCase()), fromMs, toMs, text: textOrNull(text) };
}

function TypedFilters({ chosen }: Pick<ExploreFiltersProps, 'chosen'>) {
  const { choice, choose, typed, type, clear } = chosen;
  const [isInvalid, setInvalid] = useState(false);
  const change = (part: Partial<TypedFilter>) => type({ ...typed, ...part });
  const apply = () => {
    const conditions = readTyped(typed);
    setInvalid(conditions === null);
    if (conditions !== null) choose(conditions);
  };
  return (
    <form
      className="explore-typed"
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      {typedFields.map(({ field, label, placeholder, maxLength }) => (
        <Input
          key={field}
          label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          value={typed[field]}
          onChange={value => change({ [field]: value })}
        />
      ))}
      <Button size="small" type="submit">{t`Search`}</Button>
      {isFiltered(choice) ? (
        <Button
          size="small"
          onPress={() => {
            setInvalid(false);
            clear();
          }}
        >
          {t`Clear filters`}
        </Button>
      ) : null}
      {isInvalid ? (
        <span role="alert" className="explore-invalid">
          {example}
        </span>
      ) : null}
    </form>
  );
}
