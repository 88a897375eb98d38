import { lazy, Suspense, useMemo, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { OverseerToolbar } from './overseer-toolbar.tsx';
import { AccountDetail } from './detail/account-detail.tsx';
import { setLabel } from './detail/set-label.ts';
import { totalsText } from './totals-text.ts';
import { withAcknowledgement } from './model/attention.ts';
import { groupedLines } from './model/group-lines.ts';
import { filterLines, noFilter } from './model/overseen-lines.ts';
import './overseer.css';
import { AttentionList, openItemCount } from './side/attention-list.tsx';
import { ChangeFeed } from './side/change-feed.tsx';
import { RulesSheet } from './side/rules-sheet.tsx';
import { OverseenTable } from './table/overseen-table.tsx';
import { useAccountTrends } from './table/use-account-trends.ts';
import { type Overseen, type Since, useOverseen } from './use-overseen.ts';
import { type OverseerView, useOverseerView } from './use-overseer-view.ts';
import { type OversightChoice, useOversight } from './use-oversight.ts';
import { t } from '#shared/words/t.ts';

// the table comes first: the charts bring a library
const OverseenCharts = lazy(async () => ({ default: (await import('./charts/overseen-charts.tsx')).OverseenCharts }));

/** All sub-accounts of an owner: what deserves a look, the list, who has what, and one of them in full. */
export function OverseerPage({ profile }: { readonly profile: Profile }) {
  const choice = useOversight(profile.id);
  const view = useOverseerView(profile.id);
  const read = useOverseen(profile.id, { oversight: choice.oversight, since: view.since });
  return (
    <Panel
      holds="overseer"
      title={t`Oversight`}
      read={read}
      skeletonRows={14}
      toolbar={
        <Button size="small" variant="quiet" onPress={read.retry} isBusy={read.isRefreshing}>{t`Refresh`}</Button>
      }
      empty={overseen => (overseen.lines.length > 0 ? null : { reason: t`This key sees no sub-account` })}
      footer={read.data === undefined ? undefined : <span>{totalsText(read.data)}</span>}
    >
      {overseen => <PageBody profileId={profile.id} overseen={overseen} view={view} choice={choice} />}
    </Panel>
  );
}

interface PageBodyProps {
  readonly profileId: string;
  readonly overseen: Overseen;
  readonly view: OverseerView;
  readonly choice: OversightChoice;
}

function PageBody({ profileId, overseen, view, choice }: PageBodyProps) {
  const { oversight, change } = choice;
  const { valuation } = overseen;
  const smallBelow = oversight.isSmallHidden ? overseen.smallBelow : null;
  const shown = useMemo(
    () => filterLines(overseen.lines, view.filter, smallBelow),
    [overseen.lines, view.filter, smallBelow],
  );
  const chosen = overseen.lines.find(line => line.userId === view.chosenId) ?? largestOf(overseen.lines);
  const chosenId = chosen?.userId ?? null;
  const [side, setSide] = useState<SideName>('accounts');
  return (
    <div className="overseer" data-narrow-shows={side}>
      <NarrowTabs shown={side} onShow={setSide} attention={openItemCount(overseen.findings)} />
      <Side overseen={overseen} view={view} choice={choice} />
      <Accounts
        profileId={profileId}
        overseen={overseen}
        view={view}
        choice={choice}
        shown={shown}
        chosenId={chosenId}
      />
      <Suspense fallback={<ChartsPlace />}>
        <OverseenCharts overseen={overseen} shown={shown} view={view} chosenId={chosenId} />
      </Suspense>
      {chosen === undefined ? null : (
        <AccountDetail
          line={chosen}
          valuation={valuation}
          changes={overseen.changes}
          past={overseen.past}
          oversight={oversight}
          onOversight={change}
        />
      )}
      {view.isRulesOpen ? (
        <RulesSheet
          oversight={oversight}
          onOversight={change}
          currencies={overseen.currencies}
          smallCurrency={overseen.smallCurrency}
          onClose={() => view.setRulesOpen(false)}
        />
      ) : null}
    </div>
  );
}

function ChartsPlace() {
  return (
    <div className="overseer-charts">
      <Skeleton rows={6} />
    </div>
  );
}

function Side({ overseen, view, choice: { oversight, change } }: Omit<PageBodyProps, 'profileId'>) {
  return (
    <div className="overseer-side">
      <AttentionList
        findings={overseen.findings}
        onChoose={view.choose}
        onFrozen={() => view.setFilter({ ...noFilter, status: 'frozen' })}
        onRules={() => view.setRulesOpen(true)}
        onAcknowledge={finding =>
          change({ acknowledged: withAcknowledgement(oversight.acknowledged, finding, overseen.now.atMs) })
        }
      />
      <ChangeFeed
        overseen={overseen}
        seenAtMs={oversight.seen?.atMs ?? null}
        onChoose={view.choose}
        onSeen={() => change({ seen: overseen.now })}
      />
    </div>
  );
}

interface AccountsProps extends PageBodyProps {
  /** those that pass the filters */
  readonly shown: Overseen['lines'];
  readonly chosenId: string | null;
}

function Accounts({ profileId, overseen, view, choice: { oversight, change }, shown, chosenId }: AccountsProps) {
  const { currency } = overseen.valuation;
  const trends = useAccountTrends(profileId, currency);
  const { favourites } = oversight;
  const groups = groupsOf(overseen);
  const { folded, fold } = view;
  const isGrouped = view.isGrouped && groups.length > 0;
  const wholeValue = overseen.totals.value;
  const lines = useMemo(
    () => (isGrouped ? groupedLines(shown, { wholeValue, folded }) : shown),
    [isGrouped, shown, wholeValue, folded],
  );
  const folding = useMemo(() => ({ folded, onFold: fold }), [folded, fold]);
  const toggleFavourite = (userId: string) =>
    change({
      favourites: favourites.includes(userId) ? favourites.filter(each => each !== userId) : [...favourites, userId],
    });
  return (
    <div className="overseer-main">
      <OverseerToolbar
        view={view}
        groups={groups}
        currencies={overseen.currencies}
        currency={currency}
        smallCurrency={overseen.smallCurrency}
        oversight={oversight}
        looks={overseen.looks}
        onOversight={change}
      />
      {overseen.lines.length === shown.length ? null : (
        <p className="overseer-note">{t`${overseen.lines.length - shown.length} of ${overseen.lines.length} accounts hidden by filters`}</p>
      )}
      {shown.length === 0 ? (
        <p className="overseer-note">{t`No account matches the filters.`}</p>
      ) : (
        <div className="overseer-table">
          <OverseenTable
            lines={lines}
            folding={folding}
            chosenId={chosenId}
            onChoose={view.choose}
            onFavourite={toggleFavourite}
            onGroup={(userIds, group) =>
              change({ groups: userIds.reduce((words, userId) => setLabel(words, userId, group), oversight.groups) })
            }
            currency={currency}
            wallets={overseen.totals.wallets}
            trends={trends}
            sinceWords={sinceWords(view.since)}
          />
        </div>
      )}
    </div>
  );
}

function sinceWords(since: Since): string {
  if (since === 'seen') return t`at last acknowledgement`;
  if (since === 'hour') return t`an hour ago`;
  return since === 'closed' ? t`at last update before Fathom was closed` : t`at the first read after the start`;
}

const sides = [
  { id: 'accounts', title: t`Accounts` },
  { id: 'attention', title: t`Attention` },
  { id: 'charts', title: t`Matrix and charts` },
] as const;
type SideName = (typeof sides)[number]['id'];

interface NarrowTabsProps {
  readonly shown: SideName;
  readonly onShow: (side: SideName) => void;
  readonly attention: number;
}

/** Where there is no room for all of it side by side, one takes its turn beside the detail. */
function NarrowTabs({ shown, onShow, attention }: NarrowTabsProps) {
  return (
    <div className="overseer-turns" role="group" aria-label={t`Shown beside the account`}>
      {sides.map(({ id, title }) => (
        <Button key={id} size="small" isPressed={shown === id} onPress={() => onShow(id)}>
          {id === 'attention' ? `${title} ${attention}` : title}
        </Button>
      ))}
    </div>
  );
}

function largestOf(lines: Overseen['lines']): Overseen['lines'][number] | undefined {
  const [first] = lines.toSorted((a, b) => Number(b.value ?? 0) - Number(a.value ?? 0));
  return first;
}

function groupsOf({ lines }: Overseen): readonly string[] {
  const groups = lines.map(({ group }) => group).filter(group => group !== null);
  return [...new Set(groups)].toSorted((a, b) => a.localeCompare(b));
}
