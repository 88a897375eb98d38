import { type ReactNode, useMemo } from 'react';
import { Panel } from '#ui/panel/panel.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { dangerOf, type RiskRow } from '../model/risk-rows.ts';
import type { RiskView } from '../model/risk-view.ts';
import { LeftOutList } from './left-out-list.tsx';
import { rowColumns } from './row-columns.tsx';
import { t } from '#shared/words/t.ts';

/** What can be done from a row; the app says how. */
export interface RowActs {
  readonly buttons: (row: RiskRow) => ReactNode;
  readonly onLetter: (row: RiskRow, letter: string) => boolean;
  readonly onOpen: (row: RiskRow) => void;
}

const rowKey = ({ id }: RiskRow) => id;
/** The contract or the pair; the cross account is `cross`. */
const idOf = ({ position, account }: RiskRow) => position?.symbol ?? account?.symbol ?? 'cross';

function toneOf({ distance }: RiskRow): 'danger' | 'warning' | null {
  const danger = dangerOf(distance);
  return danger === 'danger' || danger === 'warning' ? danger : null;
}

interface PositionsAtRiskProps {
  readonly read: PanelRead<RiskView>;
  readonly acts: RowActs;
}

/** Positions and margin accounts, the nearest to liquidation first. */
export function PositionsAtRisk({ read, acts }: PositionsAtRiskProps) {
  const shown = read.data?.rows;
  const marks = useMarks(useMemo(() => shown?.map(rowKey), [shown]));
  return (
    <Panel
      title={t`At risk`}
      read={read}
      footer={<LeftOutList leftOut={read.data?.leftOut ?? []} />}
      empty={({ rows }) =>
        rows.length > 0 ? null : { reason: t`No futures position is open, and nothing is on margin.` }
      }
    >
      {({ rows }) => (
        <ViewedTable
          tableId="risk-positions"
          label={t`Positions and margin accounts by danger`}
          columns={rowColumns}
          rows={rows}
          rowKey={rowKey}
          idOf={idOf}
          marks={marks}
          actions={acts.buttons}
          actionsWidth={156}
          onLetter={acts.onLetter}
          onOpen={acts.onOpen}
          tone={toneOf}
        />
      )}
    </Panel>
  );
}
