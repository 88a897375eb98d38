import { lazy, Suspense, useMemo, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { DeskToolbar } from './desk-toolbar.tsx';
import { AccountDetail } from './detail/account-detail.tsx';
import { totalsText } from './desk-words.ts';
import { filterLines } from './model/desk-lines.ts';
import { valueCurrencies } from './model/valuation.ts';
import './overseer.css';
import { AttentionList } from './side/attention-list.tsx';
import { ChangeFeed } from './side/change-feed.tsx';
import { RulesSheet } from './side/rules-sheet.tsx';
import { DeskTable } from './table/desk-table.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import { type DeskView, useDeskView } from './use-desk-view.ts';
import { type OversightChoice, useOversight } from './use-oversight.ts';

// the table comes first: the charts bring a library
const DeskCharts = lazy(async () => ({ default: (await import('./charts/desk-charts.tsx')).DeskCharts }));

/** All sub-accounts of an owner: what deserves a look, the list, who has what, and one of them in full. */
export function OverseerPage({ profile }: { readonly profile: Profile }) {
  const choice = useOversight(profile.id);
  const view = useDeskView();
  const read = useDesk(profile.id, { oversight: choice.oversight, since: view.since });
  return (
    <Panel
      title="Oversight"
      read={read}
      skeletonRows={14}
      toolbar={
        <Button size="small" variant="quiet" onPress={read.retry} isBusy={read.isRefreshing}>
          Read now
        </Button>
      }
      empty={desk => (desk.lines.length > 0 ? null : { reason: 'This key sees no sub-account.' })}
      footer={read.data === undefined ? undefined : <span>{totalsText(read.data)}</span>}
    >
      {desk => <DeskBody desk={desk} view={view} choice={choice} />}
    </Panel>
  );
}

interface DeskBodyProps {
  readonly desk: Desk;
  readonly view: DeskView;
  readonly choice: OversightChoice;
}

function DeskBody({ desk, view, choice }: DeskBodyProps) {
  const { oversight, change } = choice;
  const { currency } = desk.valuation;
  const smallBelow = oversight.isSmallHidden ? oversight.smallBelow : null;
  const shown = useMemo(() => filterLines(desk.lines, view.filter, smallBelow), [desk.lines, view.filter, smallBelow]);
  const chosen = desk.lines.find(line => line.userId === view.chosenId) ?? largestOf(desk.lines);
  const chosenId = chosen?.userId ?? null;
  const [side, setSide] = useState<SideName>('accounts');
  return (
    <div className="overseer" data-narrow-shows={side}>
      <NarrowTabs shown={side} onShow={setSide} attention={desk.findings.length} />
      <Side desk={desk} view={view} choice={choice} />
      <Accounts desk={desk} view={view} choice={choice} shown={shown} chosenId={chosenId} />
      <Suspense fallback={<ChartsPlace />}>
        <DeskCharts desk={desk} shown={shown} view={view} chosenId={chosenId} />
      </Suspense>
      {chosen === undefined ? null : (
        <AccountDetail
          line={chosen}
          currency={currency}
          changes={desk.changes}
          oversight={oversight}
          onOversight={change}
        />
      )}
      {view.isRulesOpen ? (
        <RulesSheet
          rules={oversight.rules}
          onChange={rules => change({ rules })}
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

function Side({ desk, view, choice: { oversight, change } }: DeskBodyProps) {
  return (
    <div className="overseer-side">
      <AttentionList findings={desk.findings} onChoose={view.choose} onRules={() => view.setRulesOpen(true)} />
      <ChangeFeed
        changes={desk.changes}
        currency={desk.valuation.currency}
        seenAtMs={oversight.seen?.atMs ?? null}
        onChoose={view.choose}
        onSeen={() => change({ seen: desk.now })}
      />
    </div>
  );
}

interface AccountsProps extends DeskBodyProps {
  /** those that pass the filters */
  readonly shown: Desk['lines'];
  readonly chosenId: string | null;
}

function Accounts({ desk, view, choice: { oversight, change }, shown, chosenId }: AccountsProps) {
  const { currency } = desk.valuation;
  const { favourites } = oversight;
  const toggleFavourite = (userId: string) =>
    change({
      favourites: favourites.includes(userId) ? favourites.filter(each => each !== userId) : [...favourites, userId],
    });
  return (
    <div className="overseer-main">
      <DeskToolbar
        view={view}
        groups={groupsOf(desk)}
        currencies={valueCurrencies(desk.prices)}
        currency={currency}
        oversight={oversight}
        onOversight={change}
      />
      {shown.length === 0 ? (
        <p className="overseer-note">No account passes these filters.</p>
      ) : (
        <DeskTable
          lines={shown}
          chosenId={chosenId}
          onChoose={view.choose}
          onFavourite={toggleFavourite}
          currency={currency}
          sinceWords={view.since === 'seen' ? 'when you last marked it seen' : 'when this window first looked'}
        />
      )}
    </div>
  );
}

const sides = [
  { id: 'accounts', title: 'Accounts' },
  { id: 'attention', title: 'Attention' },
  { id: 'charts', title: 'Matrix and charts' },
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
    <div className="overseer-turns" role="group" aria-label="Shown beside the account">
      {sides.map(({ id, title }) => (
        <Button key={id} size="small" isPressed={shown === id} onPress={() => onShow(id)}>
          {id === 'attention' ? `${title} ${attention}` : title}
        </Button>
      ))}
    </div>
  );
}

function largestOf(lines: Desk['lines']): Desk['lines'][number] | undefined {
  const [first] = lines.toSorted((a, b) => Number(b.value ?? 0) - Number(a.value ?? 0));
  return first;
}

function groupsOf({ lines }: Desk): readonly string[] {
  const groups = lines.map(({ group }) => group).filter(group => group !== null);
  return [...new Set(groups)].toSorted((a, b) => a.localeCompare(b));
}
