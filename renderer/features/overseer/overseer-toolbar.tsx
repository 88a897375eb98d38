import type { Oversight } from '#shared/domain/account/oversight.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatMoment } from '#lib/time.ts';
import { Button } from '#ui/form/button.tsx';
import { Checkbox, Input, Select } from '#ui/form/input.tsx';
import type { ComparedSnapshots, Since } from './use-overseen.ts';
import { type LineFilter, noFilter } from './model/overseen-lines.ts';
import { countedIn } from './model/valuation.ts';
import type { OverseerView } from './use-overseer-view.ts';
import { t } from '#shared/words/t.ts';

const statuses = [
  { value: 'all', label: t`Any status` },
  { value: 'enabled', label: t`Enabled` },
  { value: 'frozen', label: t`Frozen` },
  { value: 'unknown', label: t`Unknown values` },
] as const;
/** The sub-accounts are read for the first time when a page that shows them is opened, which may be long after the start. */
function sessionLabel({ session }: ComparedSnapshots): string {
  return session === null
    ? t`Since the first read`
    : t`Since the first read, ${formatMoment(session.atMs, Date.now())}`;
}

/** What changes can be measured from: a look that is not known is not offered. */
function sinceOptions(looks: ComparedSnapshots): readonly { readonly value: Since; readonly label: string }[] {
  const all = [
    { value: 'session', label: sessionLabel(looks) },
    { value: 'seen', label: t`Since last acknowledgement` },
    { value: 'closed', label: t`Since Fathom was closed` },
    { value: 'hour', label: t`Since an hour ago` },
  ] as const;
  return all.filter(({ value }) => value === 'session' || looks[value] !== null);
}

/** A group may be called anything, also `any`. */
const anyGroup = 'any';
const groupValue = (group: string) => `=${group}`;

interface OverseerToolbarProps {
  readonly view: OverseerView;
  readonly groups: readonly string[];
  readonly currencies: readonly string[];
  readonly currency: string;
  /** what counts as small is in it, whatever values are shown in */
  readonly smallCurrency: string;
  readonly oversight: Oversight;
  readonly looks: ComparedSnapshots;
  readonly onOversight: (part: Partial<Oversight>) => void;
}

/** What of the accounts is listed, what they are valued in, and what changes are measured from. */
export function OverseerToolbar(props: OverseerToolbarProps) {
  const { view, groups, currencies, currency, smallCurrency, oversight, looks, onOversight } = props;
  const known = currencies.includes(currency) ? currencies : [currency, ...currencies];
  return (
    <div className="overseer-toolbar" role="group" aria-label={t`Filters`}>
      <Filters view={view} groups={groups} />
      <Checkbox isChecked={oversight.isSmallHidden} onChange={isSmallHidden => onOversight({ isSmallHidden })}>
        {t`hide below ${oversight.smallBelow} ${smallCurrency}`}
      </Checkbox>
      <span className="overseer-measures">
        <Select<Since>
          label={t`Changes are measured`}
          value={view.since}
          options={sinceOptions(looks)}
          onChange={view.setSince}
        />
        <Select
          label={t`Values in`}
          value={currency}
          options={known.map(each => ({ value: each, label: each }))}
          onChange={next => onOversight(countedIn(next, { ...oversight, valueCurrency: currency }))}
        />
      </span>
    </div>
  );
}

function Filters({
  view: { filter, setFilter, isGrouped, setGrouped },
  groups,
}: Pick<OverseerToolbarProps, 'view' | 'groups'>) {
  const narrow = (part: Partial<LineFilter>) => setFilter({ ...filter, ...part });
  const { coin } = filter;
  return (
    <>
      <Input
        label={t`Find an account`}
        placeholder={t`name, remarks, UID`}
        value={filter.text}
        onChange={text => narrow({ text })}
        maxLength={60}
      />
      <Select label={t`Status`} value={filter.status} options={statuses} onChange={status => narrow({ status })} />
      {groups.length === 0 ? null : (
        <Button size="small" label={t`By group`} isPressed={isGrouped} onPress={() => setGrouped(!isGrouped)}>
          <span aria-hidden="true">⊟</span>
        </Button>
      )}
      {groups.length === 0 ? null : (
        <Select
          label={t`Group`}
          value={filter.group === null ? anyGroup : groupValue(filter.group)}
          options={[
            { value: anyGroup, label: t`Any group` },
            ...groups.map(group => ({ value: groupValue(group), label: visibleText(group) })),
            { value: groupValue(''), label: t`In no group` },
          ]}
          onChange={value => narrow({ group: value === anyGroup ? null : value.slice(1) })}
        />
      )}
      <Button
        size="small"
        isPressed={filter.isFavouritesOnly}
        onPress={() => narrow({ isFavouritesOnly: !filter.isFavouritesOnly })}
      >{t`★ only`}</Button>
      {coin === null ? null : (
        <Button
          size="small"
          isPressed
          label={t`Only accounts with ${visibleText(coin)}; press for all`}
          onPress={() => narrow({ coin: null })}
        >
          {t`has ${visibleText(coin)}`} ✕
        </Button>
      )}
      {JSON.stringify(filter) === JSON.stringify(noFilter) ? null : (
        <Button size="small" variant="quiet" onPress={() => setFilter(noFilter)}>{t`Clear`}</Button>
      )}
    </>
  );
}
