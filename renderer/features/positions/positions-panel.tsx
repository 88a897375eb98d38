import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { futuresWalletName, missingOf } from '#shared/domain/completeness.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { formatDecimal } from '#lib/format.ts';
import { useUiStore } from '#state/ui-store.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { positionObjection } from './margin/margin-form.ts';
import { useExits } from './exit/use-exits.tsx';
import { positionColumns } from './position-columns.tsx';
import { byLiquidationRisk, type EquityOf, liquidationRisk, liquidationDistance, totalsOf } from './position-risk.ts';

// nobody needs it to see the positions, so it comes when it is asked for
const MarginSheet = lazy(async () => ({ default: (await import('./margin/margin-sheet.tsx')).MarginSheet }));

const WithdrawSheet = lazy(async () => ({ default: (await import('./withdraw/withdraw-sheet.tsx')).WithdrawSheet }));

const rowKey = (position: Position) => position.id;

function toneOf(position: Position): 'danger' | 'warning' | null {
  const risk = liquidationRisk(liquidationDistance(position));
  return risk === 'danger' || risk === 'warning' ? risk : null;
}

/** What all of them come to, each settlement currency by itself. */
function totalsText(positions: readonly Position[]): string {
  return totalsOf(positions)
    .map(({ currency, notional, unrealisedPnl }) => {
      const maximumDecimals = currency === 'XBT' ? 8 : 2;
      const pnl = formatDecimal(unrealisedPnl, { maximumDecimals, isSigned: true });
      return `${currency}: notional ${formatDecimal(notional, { maximumDecimals })}, unrealised ${pnl}`;
    })
    .join(' · ');
}

/** What each futures wallet comes to; not known while its wallet is missing. */
function useEquity(profileId: string): EquityOf {
  const { data, completeness } = useAccountList(profileId, 'balances', 'glance');
  return useCallback(
    currency => {
      const isMissing = missingOf(completeness).some(({ part }) => part === futuresWalletName(currency));
      const wallet = data?.find(each => each.wallet === 'futures' && each.currency === currency);
      return isMissing ? null : (wallet?.total ?? null);
    },
    [data, completeness],
  );
}

/** Open futures positions, the most endangered first. */
export function PositionsPanel({ profile }: { readonly profile: Profile }) {
  const read = useAccountList(profile.id, 'positions');
  const rows = useMemo(() => read.data?.filter(position => position.isOpen).toSorted(byLiquidationRisk), [read.data]);
  const objection = useActObjection(profile, read);
  const exits = useExits(profile, objection);
  const { onLetter } = exits;
  const stops = useAccountList(profile.id, 'futures.stops', 'glance').data;
  const equityOf = useEquity(profile.id);
  const columns = useMemo(
    () => positionColumns({ profileId: profile.id, stops, equityOf, positions: rows ?? [] }),
    [profile.id, stops, equityOf, rows],
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const showCard = useUiStore(state => state.showCard);
  const about = useCallback(({ symbol }: Position) => showCard({ kind: 'contract', symbol }), [showCard]);
  const onAdd = useCallback(({ id }: Position) => setAsked({ id, way: 'add' }), []);
  const buttons = useRowButtons({ objection, onLetter, onAdd, onAbout: about });
  return (
    <>
      <Panel
        title="Positions"
        read={{ ...read, data: rows }}
        footer={rows === undefined || rows.length === 0 ? undefined : totalsText(rows)}
        empty={positions => (positions.length > 0 ? null : { reason: 'No futures position is open.' })}
      >
        {positions => {
          const open = positions.find(position => position.id === asked?.id);
          return (
            <>
              <ViewedTable
                tableId="positions"
                label="Futures positions"
                columns={columns}
                rows={positions}
                rowKey={rowKey}
                idOf={rowKey}
                onInfo={about}
                {...buttons}
                onLetter={onLetter}
                tone={toneOf}
              />
              {open === undefined || asked === null ? null : (
                <MoveMargin profile={profile} position={open} asked={asked} onAsk={setAsked} />
              )}
            </>
          );
        }}
      </Panel>
      {exits.sheet}
    </>
  );
}

/** Which position's margin is moved, and which way. */
interface Asked {
  readonly id: string;
  readonly way: 'add' | 'take';
}

interface MoveMarginProps {
  readonly profile: Profile;
  readonly position: Position;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked | null) => void;
}

/** Adding and taking out are two sheets, each leading to the other while nothing has been sent. */
function MoveMargin({ profile, position, asked, onAsk }: MoveMarginProps) {
  const isAdding = asked.way === 'add';
  const aside = (
    <Button variant="quiet" onPress={() => onAsk({ ...asked, way: isAdding ? 'take' : 'add' })}>
      {isAdding ? 'Take out instead' : 'Add instead'}
    </Button>
  );
  const props = { profile, position, aside, onClose: () => onAsk(null) };
  return <Suspense fallback={null}>{isAdding ? <MarginSheet {...props} /> : <WithdrawSheet {...props} />}</Suspense>;
}

interface RowButtonsOptions {
  readonly objection: string | null;
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onAdd: (position: Position) => void;
  readonly onAbout: (position: Position) => void;
}

/** The buttons of each row; beside the ticket smaller ones, so that no figure goes for them. */
function useRowButtons({ objection, onLetter, onAdd, onAbout }: RowButtonsOptions) {
  return useMemo(() => {
    const buttons = (position: Position, isNarrow: boolean) => (
      <PositionButtons {...{ position, objection, isNarrow, onLetter, onAdd, onAbout }} />
    );
    return {
      actions: (position: Position) => buttons(position, false),
      actionsWidth: 156,
      narrowActions: { belowPx: 520, width: 92, render: (position: Position) => buttons(position, true) },
    };
  }, [objection, onLetter, onAdd, onAbout]);
}

interface PositionButtonsProps extends RowButtonsOptions {
  readonly position: Position;
  /** I on the row tells of the contract: the button for it goes first */
  readonly isNarrow: boolean;
}

/** What can be done with one position. */
function PositionButtons({ position, objection, isNarrow, onLetter, onAdd, onAbout }: PositionButtonsProps) {
  return (
    <>
      <Button
        size="small"
        disabledReason={objection ?? positionObjection(position)}
        label={`Add margin to ${position.symbol}`}
        onPress={() => onAdd(position)}
      >
        {isNarrow ? 'Add' : 'Add margin'}
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={`Exit ${position.symbol}: reduce, close, stop, profit, reverse (R C L T V)`}
        onPress={() => onLetter(position, 'r')}
      >
        Exit
      </Button>
      {isNarrow ? null : <AboutButton name={position.symbol} onPress={() => onAbout(position)} />}
    </>
  );
}
