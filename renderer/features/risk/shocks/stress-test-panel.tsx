import { useState } from 'react';
import type { StressRow } from '#shared/risk/stress-test.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Menu } from '#ui/menu/menu.tsx';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { useTableSetup } from '#ui/table/view/table-views.ts';
import { valueCurrency } from '../model/prices.ts';
import type { RiskView } from '../model/risk-view.ts';
import { LeftOutList } from '../panels/left-out-list.tsx';
import { RiskFrame } from '../panels/risk-frame.tsx';
import { saveStressTest } from './stress-files.ts';
import { movesOfRow, ScenarioForm } from './scenario-form.tsx';
import { StressTestTable } from './stress-test-table.tsx';
import { t } from '#shared/words/t.ts';

interface ShockPanelProps {
  readonly view: RiskView;
  readonly rows: readonly StressRow[];
  /** null: all coins */
  readonly coin: string | null;
  readonly onLookAt: (coin: string | null) => void;
}

/** Files of what the table shows. */
function useFiles(rows: readonly StressRow[]): MenuGroups {
  const { save } = useTableSetup('risk-shocks', undefined);
  const disabledReason = save === null ? t`Files cannot be exported here` : null;
  const item = (kind: 'csv' | 'json', label: string) => ({
    id: kind,
    label,
    disabledReason,
    onSelect: () => void (save === null ? undefined : saveStressTest(save, kind, rows)),
  });
  return [[item('csv', t`Table as CSV`), item('json', t`Table as JSON`)]];
}

/** What is worth what after each move; a press on a coin shows what is liquidated first in it. */
export function StressTestPanel({ view, rows, coin, onLookAt }: ShockPanelProps) {
  const [isWorth, setWorth] = useState(false);
  // null: nothing was typed yet, and the focus stays where it is
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const moves = useRiskStore(state => state.moves);
  const files = useFiles(rows);
  return (
    <RiskFrame
      title={t`Stress test, ${valueCurrency}`}
      toolbar={
        <>
          <Button
            size="small"
            variant="quiet"
            isPressed={isEditing === true}
            isFirst={isEditing === false}
            onPress={() => setEditing(isEditing !== true)}
          >
            {t`Scenarios…`}
          </Button>
          <Button
            size="small"
            variant="quiet"
            isPressed={isWorth}
            onPress={() => setWorth(!isWorth)}
          >{t`NAV / PnL`}</Button>
        </>
      }
      status={
        <>
          <span className="risk-worth">{t`now ${formatOwn(view.worth, { maximumDecimals: 0 })}`}</span>
          <Menu label={t`Export stress test`} groups={files}>
            ⋯
          </Menu>
        </>
      }
      footer={view.leftOut.length === 0 ? undefined : <LeftOutList leftOut={view.leftOut} />}
    >
      {isEditing === true ? <ScenarioForm coins={view.coins} onClose={() => setEditing(false)} /> : null}
      <StressTestTable
        rows={rows}
        coin={coin}
        moves={movesOfRow(moves, null)}
        isWorth={isWorth}
        onLookAt={onLookAt}
        menu={files}
      />
    </RiskFrame>
  );
}
