import { type ComponentType, Suspense, useMemo, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { Button } from '#ui/form/button.tsx';
import { showTimeline, toMarket } from '#state/blotter/order-menu.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import { useAskMany } from '#ui/overlay/use-ask-many.tsx';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { boardColumns, stopColumns, type StopFacts } from './stop-columns.tsx';
import { byDistance, legsTogether, orphansOf, orphanText } from './stop-order.ts';
import { useStopActions } from './use-stop-actions.tsx';
import { useStops, useTriggerPrices } from './use-stops.ts';
import { t } from '#shared/words/t.ts';

export interface StopOrdersProps {
  readonly profile: Profile;
  /** filters the list; null = all markets */
  readonly market: Market | null;
  /** beside other things, where there is room for a few columns only */
  readonly isBoard?: boolean;
  /** the sheet that cancels many: it belongs to orders as well, and so is handed in */
  readonly CancelMany: ComponentType<CancelManyAsk>;
}

/** Stops that are to be cancelled at once. */
export interface CancelManyAsk extends Pick<StopOrdersProps, 'profile' | 'market'> {
  /** by `venue:id` */
  readonly marked: ReadonlySet<string>;
  readonly validationError: string | null;
  readonly onClose: () => void;
}

const idOf = (stop: StopOrder) => stop.id;
const rowKey = (stop: StopOrder) => `${stop.venue}:${stop.id}`;

const noStops: readonly StopOrder[] = [];

function noneText(market: Market | null): string {
  return market === null ? t`No conditional orders on spot or futures.` : t`No conditional orders on ${market.symbol}.`;
}

function useColumns(isBoard: boolean, { profileId, prices, positions }: Omit<StopFacts, 'instruments'>) {
  const instruments = useInstruments(profileId);
  return useMemo(
    () => (isBoard ? boardColumns : stopColumns)({ profileId, instruments, prices, positions }),
    [isBoard, profileId, instruments, prices, positions],
  );
}

/** The stops that wait, the next to fire first, and what can be done with them. */
export function StopOrders({ profile, market, isBoard = false, CancelMany }: StopOrdersProps) {
  const read = useStops(profile.id, market);
  const prices = useTriggerPrices(profile.id, read.data);
  const positions = useAccountList(profile.id, 'positions', 'glance').data;
  const columns = useColumns(isBoard, { profileId: profile.id, prices, positions });
  const rows = useMemo(() => read.data && legsTogether(read.data.toSorted(byDistance(prices))), [read.data, prices]);
  const validationError = useActionError(profile, read);
  const actions = useStopActions({ profile, validationError, prices, stops: read.data });
  const marks = useMarks(useMemo(() => rows?.map(rowKey), [rows]));
  const { marked } = marks;
  const many = useAskMany({ what: t`stops`, markedCount: marked.size, validationError });
  const orphans = useMemo(() => orphansOf(rows ?? noStops, positions), [rows, positions]);
  const [isAskingOrphans, setAskingOrphans] = useState(false);
  const scope = { profile, market, validationError };
  return (
    <>
      <Panel
        title={t`Conditional orders`}
        read={{ ...read, data: rows }}
        empty={stops => (stops.length > 0 ? null : { reason: noneText(market) })}
        footer={
          <>
            <OrphanQuestion {...{ orphans, positions, validationError }} onAsk={() => setAskingOrphans(true)} />
            <PlaceStop validationError={validationError} />
            {rows === undefined || rows.length === 0 ? null : many.button}
          </>
        }
      >
        {stops => (
          <ViewedTable
            tableId={isBoard ? 'stop-board' : 'stops'}
            label={t`Conditional orders`}
            columns={columns}
            rows={stops}
            rowKey={rowKey}
            idOf={idOf}
            menu={actions.menu}
            onInfo={showTimeline}
            toMarket={toMarket}
            {...actions.buttons}
            // of several marked rows Delete means all of them
            onDelete={stop => (marked.size > 1 && marked.has(rowKey(stop)) ? many.ask() : actions.onDelete(stop))}
            onShiftDelete={many.ask}
            onLetter={actions.onLetter}
            marks={marks}
            holdsOrder
            tone={stop => (stop.side === 'buy' ? 'up' : 'down')}
          />
        )}
      </Panel>
      {actions.sheet}
      <Suspense fallback={null}>
        {many.isOpen ? <CancelMany {...scope} marked={marked} onClose={many.close} /> : null}
        {isAskingOrphans ? (
          <CancelMany {...scope} marked={new Set(orphans.map(rowKey))} onClose={() => setAskingOrphans(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** A stop is entered in the ticket: there it is priced, checked and reviewed like every order. */
function PlaceStop({ validationError }: { readonly validationError: string | null }) {
  const openTicket = useTicketStore(state => state.open);
  return (
    <Button
      size="small"
      disabledReason={validationError}
      onPress={() => openTicket({ kind: 'stop-market', price: '' })}
    >
      {t`Place stop…`}
    </Button>
  );
}

interface OrphanQuestionProps {
  readonly orphans: readonly StopOrder[];
  readonly positions: readonly Position[] | undefined;
  readonly validationError: string | null;
  readonly onAsk: () => void;
}

/** Stops of a closed position stay open for the next one. */
function OrphanQuestion({ orphans, positions, validationError, onAsk }: OrphanQuestionProps) {
  if (orphans.length === 0) return t`Spot stops do not hold funds before they trigger, so the order can be rejected.`;
  return (
    <>
      {orphanText(orphans, positions)}{' '}
      <Button size="small" disabledReason={validationError} onPress={onAsk}>
        {orphans.length === 1 ? t`Cancel it?` : t`Cancel these ${orphans.length}?`}
      </Button>
    </>
  );
}
