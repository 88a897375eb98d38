import { useMemo } from 'react';
import type { HealthReport, PoolWeights } from '#shared/domain/health.ts';
import type { PoolStatus } from '#shared/domain/link.ts';
import { useLink } from '#bridge/reference/use-reference.ts';
import { toDecimal } from '#shared/decimal.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import type { Column } from '#ui/table/column.ts';
import { heightOfRows } from '#ui/table/place/height-of-rows.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { type ScreenRead, declaredTotal, ownSpending, panelCosts } from '../model/panel-costs.ts';
import { poolNames, totalWeight } from '../model/weights.ts';
import { readTitleOf } from './read-titles.ts';
import { DegradationOrder } from './degradation-order.tsx';
import { Forecast } from './forecast.tsx';
import type { PanelTitles } from './panel-titles.ts';
import { PoolTable } from './pool-table.tsx';
import { useScreenReads } from './use-screen-reads.ts';
import { useHealth } from './use-health.ts';
import { t } from '#shared/words/t.ts';

interface BudgetRow {
  readonly key: string;
  readonly title: string;
  /** null: it asks when it is needed */
  readonly declared: PoolWeights | null;
  readonly measured: PoolWeights;
  readonly saved: PoolWeights | null;
  /** what it asks for, for the hover */
  readonly asks: string;
}

const rowKey = ({ key }: BudgetRow) => key;
const titleOf = ({ title }: BudgetRow) => title;
const count = (value: number) => toDecimal(String(Math.round(value)));

const asNeeded = () => ({ unknownReason: t`Loaded on demand, not polled.` });

const columns: readonly Column<BudgetRow>[] = [
  {
    ...textColumn<BudgetRow>({
      key: 'title',
      title: t`Panel`,
      hint: t`Panel that sends the requests; hover shows which`,
      width: 100,
      read: ({ title }) => title,
      render: ({ title, asks }) => <span title={asks}>{title}</span>,
    }),
    figure: ({ title }) => title,
  },
  ...poolNames.map(pool =>
    decimalColumn<BudgetRow>({
      own: 'none',
      key: pool,
      title: pool,
      hint: t`Weight per minute of the ${pool} pool, by polling interval`,
      width: pool === 'management' ? 78 : 50,
      priority: 3,
      read: ({ declared }) => (declared === null ? null : count(declared[pool])),
      format: asNeeded,
    }),
  ),
  decimalColumn({
    own: 'none',
    key: 'declared',
    title: t`All/min`,
    hint: t`Weight per minute of all pools, by polling interval`,
    width: 54,
    read: ({ declared }) => (declared === null ? null : count(totalWeight(declared))),
    format: asNeeded,
  }),
  decimalColumn({
    own: 'none',
    key: 'measured',
    title: t`Measured`,
    hint: t`Weight used in the last minute; account lists are shared by all panels, see last row`,
    width: 66,
    read: ({ measured }) => count(totalWeight(measured)),
  }),
  decimalColumn({
    own: 'none',
    key: 'saved',
    title: t`Closing saves`,
    hint: t`Weight per minute saved by closing it`,
    width: 88,
    priority: 2,
    read: ({ saved }) => (saved === null ? null : count(totalWeight(saved))),
    format: () => ({ unknownReason: t`Cannot be closed.` }),
  }),
];

function askText({ name, intervalMs }: ScreenRead): string {
  const what = readTitleOf(name);
  return intervalMs === null ? t`${what} once` : t`${what} every ${Math.round(intervalMs / 100) / 10} s`;
}

function rowsOf(reads: readonly ScreenRead[], health: HealthReport, titles: PanelTitles): readonly BudgetRow[] {
  const costs = panelCosts(reads, health.spentByReads).filter(({ panel, declared, measured }) => {
    return panel !== null || totalWeight(declared) + totalWeight(measured) > 0;
  });
  const rows = costs.map(
    ({ panel, reads: own, declared, measured, saved }): BudgetRow => ({
      key: panel ?? '',
      title: panel === null ? t`Shared by panels` : (titles[panel] ?? panel),
      declared,
      measured,
      saved: panel === null ? null : saved,
      asks: own.map(askText).join('\n'),
    }),
  );
  const own = ownSpending(health.endpoints, health.spentByReads);
  const asks = t`Account lists, order book snapshots, clock and your requests`;
  return [
    ...rows,
    {
      key: 'own',
      title: t`Fathom itself`,
      declared: null,
      measured: own,
      saved: null,
      asks,
    },
  ];
}

interface BudgetPanelProps {
  readonly profileId: string;
  readonly panels: PanelTitles;
}

const noPools: readonly PoolStatus[] = [];

/** What the open panels cost of the exchange's limits, what one more would, and what waits first when a pool runs low. */
export function BudgetPanel({ profileId, panels }: BudgetPanelProps) {
  const read = useHealth(profileId);
  const { reads, costs } = useScreenReads();
  const pools = useLink(profileId).data?.pools ?? noPools;
  const { data: health } = read;
  const rows = useMemo(
    () => (health === undefined ? undefined : rowsOf(reads, health, panels)),
    [reads, health, panels],
  );
  const marks = useMarks(useMemo(() => rows?.map(rowKey), [rows]));
  return (
    <Panel title={t`Rate-limit usage`} read={{ ...read, data: health }}>
      {report => (
        <div className="overview-budget-body">
          <PoolTable pools={pools} declared={declaredTotal(reads)} report={report} />
          <Forecast panels={panels} reads={reads} costs={costs} lists={report.lists} pools={pools} />
          <div className="overview-panels" style={heightOfRows(rows?.length ?? 0)}>
            <ViewedTable
              tableId="panel-costs"
              label={t`Usage of each open panel`}
              columns={columns}
              rows={rows ?? []}
              rowKey={rowKey}
              idOf={titleOf}
              marks={marks}
            />
          </div>
          <DegradationOrder kept={report.kept} patientReads={report.patientReads} />
        </div>
      )}
    </Panel>
  );
}
