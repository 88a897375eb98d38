import { type ReactNode, useMemo } from 'react';
import { toMarket } from '#state/blotter/order-menu.ts';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { dangerOf } from '#lib/orders/liquidation-danger.ts';
import type { RiskRow } from '../model/risk-rows.ts';
import type { LeftOut } from '#shared/risk/left-out.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { joinedRows } from '../linked/linked-rows.ts';
import { useLinked, useLinks } from '../linked/use-linked.ts';
import type { Risk } from '../use-risk.ts';
import { LeftOutList } from './left-out-list.tsx';
import { joinedColumns, rowColumns } from './row-columns.tsx';
import { t } from '#shared/words/t.ts';

/** What can be done from a row; the app says how. */
export interface RowActions {
  readonly buttons: (row: RiskRow) => ReactNode;
  readonly menu: (row: RiskRow) => MenuGroups;
  readonly onLetter: (row: RiskRow, letter: string) => boolean;
  readonly onOpen: (row: RiskRow) => void;
}

const rowKey = ({ id }: RiskRow) => id;
/** The contract or the pair; the cross account is `cross`. */
const idOf = ({ position, account }: RiskRow) => position?.symbol ?? account?.symbol ?? 'cross';

/** The cross account has no market of its own. */
function marketOf({ position, account }: RiskRow): (() => void) | null {
  if (position !== null) return toMarket({ venue: 'futures', symbol: position.symbol });
  const symbol = account?.symbol ?? null;
  return symbol === null ? null : toMarket({ venue: 'spot', symbol });
}

/** The card of a contract shows the positions of the profile in it. */
const isOwnPosition = ({ position, owner }: RiskRow) => position !== null && owner === null;

function aboutContract({ position }: RiskRow): void {
  if (position !== null) useUiStore.getState().showCard({ kind: 'contract', symbol: position.symbol });
}

function toneOf({ distance }: RiskRow): 'danger' | 'warning' | null {
  const danger = dangerOf(distance);
  return danger === 'danger' || danger === 'warning' ? danger : null;
}

interface PositionsAtRiskProps {
  readonly profileId: string;
  readonly risk: Risk;
  readonly actions: RowActions;
}

/** The rows of the profile, and on wish those of the accounts that are linked to it. */
function useRows(profileId: string, { read, inputs }: Risk) {
  const { isJoined, join } = useRiskStore();
  const links = useLinks(profileId);
  const isShown = isJoined && links.length > 0;
  const answers = useLinked(profileId, links, isShown);
  const own = read.data?.rows;
  const rows = useMemo(
    () => (own === undefined || !isShown ? { rows: own, leftOut: noneLeftOut } : joinedRows(own, answers, inputs)),
    [own, isShown, answers, inputs],
  );
  return { ...rows, isShown, join, hasLinks: links.length > 0 };
}

const noneLeftOut: readonly LeftOut[] = [];

/** What is done from a row is done with the key of the profile: a row of another account has no actions. */
function actionsOf({ buttons, menu, onLetter, onOpen }: RowActions): RowActions {
  return {
    buttons: row => (row.owner === null ? buttons(row) : null),
    menu: row => (row.owner === null ? menu(row) : []),
    onLetter: (row, letter) => row.owner === null && onLetter(row, letter),
    onOpen: row => {
      if (row.owner === null) onOpen(row);
    },
  };
}

/** Positions and margin accounts, the nearest to liquidation first. */
export function PositionsAtRisk({ profileId, risk, actions }: PositionsAtRiskProps) {
  const { rows: shown, leftOut, isShown, join, hasLinks } = useRows(profileId, risk);
  const marks = useMarks(useMemo(() => shown?.map(rowKey), [shown]));
  const own = useMemo(() => actionsOf(actions), [actions]);
  return (
    <Panel
      title={t`At risk`}
      read={{ ...risk.read, data: shown }}
      toolbar={
        hasLinks ? (
          <Button size="small" variant="quiet" isPressed={isShown} onPress={() => join(!isShown)}>
            {t`All linked accounts`}
          </Button>
        ) : undefined
      }
      footer={
        <>
          <LeftOutList leftOut={[...(risk.read.data?.leftOut ?? []), ...leftOut]} />
          {isShown ? (
            <span>{t`Linked accounts are loaded once a minute and appear in this list only, not in stress test, exposure and wallets.`}</span>
          ) : null}
        </>
      }
      empty={rows => (rows.length > 0 ? null : { reason: t`No open futures positions and no margin accounts.` })}
    >
      {rows => (
        <ViewedTable
          tableId="risk-positions"
          label={t`Positions and margin accounts by risk`}
          columns={isShown ? joinedColumns : rowColumns}
          rows={rows}
          rowKey={rowKey}
          idOf={idOf}
          onInfo={aboutContract}
          hasInfo={isOwnPosition}
          menu={own.menu}
          toMarket={marketOf}
          marks={marks}
          actions={own.buttons}
          actionsWidth={172}
          onLetter={own.onLetter}
          onOpen={own.onOpen}
          tone={toneOf}
        />
      )}
    </Panel>
  );
}
