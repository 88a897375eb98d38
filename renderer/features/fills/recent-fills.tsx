import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { timelineItem, toMarket } from '#state/blotter/order-menu.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { fillColumns } from './fill-columns.tsx';
import { coverageText, emptyText } from './fill-coverage.ts';
import { summariseFills } from './fill-summary.ts';
import { useNewFills } from './new-fills.ts';
import { SoundButton } from './sound-button.tsx';
import { type FillsRead, useFills } from './use-fills.ts';
import { t } from '#shared/words/t.ts';

export interface RecentFillsProps {
  readonly profile: Profile;
  /** filters what has arrived; null = all markets */
  readonly market: Market | null;
}

const idOf = (fill: Fill) => fill.tradeId;
const menu = (fill: Fill) => [[timelineItem(fill)]];
const toneOf = (fill: Fill) => (fill.side === 'buy' ? 'up' : 'down');

/** What has grown older than a day stays in sight, as what was scrolled to does, and is counted apart. */
function footerText({ read, recent, parts }: FillsRead, summary: string): string | undefined {
  if (read.data === undefined) return undefined;
  const older = read.data.length - recent.length;
  const counted = `${coverageText(parts)} · ${summary}`;
  return older > 0 ? t`${counted} · ${older} older below` : counted;
}

export function RecentFills({ profile, market }: RecentFillsProps) {
  const fillsRead = useFills({ profileId: profile.id, market });
  const { read, recent, parts, past } = fillsRead;
  const privacy = usePrivacy();
  // oxlint-disable-next-line react/exhaustive-deps -- sums are hidden and shown with what is hidden
  const summary = useMemo(() => summariseFills(recent), [recent, privacy]);
  const instruments = useTicks(profile.id, useContracts(profile.id, read.data));
  const columns = useMemo(() => fillColumns(instruments), [instruments]);
  const { data } = read;
  const marks = useMarks(useMemo(() => data?.map(fillKey), [data]));
  const newKeys = useNewFills(state => state.keys);
  const showCard = useUiStore(state => state.showCard);
  const about = ({ venue, symbol }: Fill) => showCard({ kind: 'fees', market: { venue, symbol } });
  const end = <PastEnd state={past} />;
  return (
    <Panel
      title={t`Recent fills`}
      read={read}
      toolbar={<SoundButton />}
      empty={fills => (fills.length > 0 ? null : { reason: emptyText(parts, market?.symbol ?? null), action: end })}
      footer={footerText(fillsRead, summary)}
    >
      {fills => (
        <ViewedTable
          tableId="fills"
          label={t`Recent fills`}
          columns={columns}
          rows={fills}
          rowKey={fillKey}
          idOf={idOf}
          menu={menu}
          toMarket={toMarket}
          marks={marks}
          onInfo={about}
          end={end}
          tone={toneOf}
          isNew={fill => newKeys.has(fillKey(fill))}
        />
      )}
    </Panel>
  );
}
