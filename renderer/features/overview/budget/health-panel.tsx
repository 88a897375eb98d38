import { useMemo } from 'react';
import type { EndpointHealth } from '#shared/domain/health.ts';
import { fromNumber, toDecimal } from '#shared/decimal.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import type { Column } from '#ui/table/column.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { formatDecimal } from '#lib/format.ts';
import { useHealth } from './use-health.ts';
import { t } from '#shared/words/t.ts';

const rowKey = ({ venue, label }: EndpointHealth) => `${venue} ${label}`;
const labelOf = ({ label }: EndpointHealth) => label;
const byErrors = { key: 'errors', direction: 'descending' } as const;

const count = (value: number | null) => (value === null ? null : toDecimal(String(Math.round(value))));
/** Every path begins alike, and most are read: without that the last answer has room beside it. */
const pathText = ({ label }: EndpointHealth) => label.replace('/api/', '').replace(/^GET /u, '');
const inMs = {
  // in the title: otherwise it is in each cell, and the last answer has no space beside it
  unit: () => 'ms',
  format: () => ({ unknownReason: t`No response in the last 5 to 10 minutes.` }),
};

const columns: readonly Column<EndpointHealth>[] = [
  {
    ...textColumn<EndpointHealth>({
      key: 'label',
      title: t`Endpoint`,
      hint: t`GET if no method is shown`,
      width: 150,
      read: pathText,
    }),
    figure: pathText,
  },
  // both venues have paths of the same name
  textColumn({
    key: 'venue',
    title: t`Venue`,
    hint: t`Server of the exchange: spot or futures`,
    width: 56,
    read: ({ venue }) => venue,
  }),
  textColumn({
    key: 'pool',
    title: t`Pool`,
    hint: t`Rate-limit pool that the request is counted in`,
    width: 100,
    priority: 4,
    read: ({ pool }) => pool,
  }),
  {
    key: 'lastOk',
    title: t`Last success`,
    hint: t`Time of the last valid response`,
    width: 88,
    priority: 3,
    render: ({ lastOkAtMs }) => <Moment epochMs={lastOkAtMs} />,
    value: { kind: 'time', readMs: ({ lastOkAtMs }) => lastOkAtMs },
    compare: (a, b) => (a.lastOkAtMs ?? 0) - (b.lastOkAtMs ?? 0),
  },
  decimalColumn({
    own: 'none',
    key: 'p50',
    title: t`p50 ms`,
    hint: t`Median response time`,
    width: 56,
    isSummed: false,
    read: row => count(row.p50Ms),
    ...inMs,
  }),
  decimalColumn({
    own: 'none',
    key: 'p95',
    title: t`p95 ms`,
    hint: t`95th percentile of the response time`,
    width: 56,
    isSummed: false,
    read: row => count(row.p95Ms),
    ...inMs,
  }),
  decimalColumn({
    own: 'none',
    key: 'errors',
    title: t`Errors`,
    hint: t`In the last 5 to 10 minutes, without rejections`,
    width: 52,
    read: row => count(row.errors),
    render: ({ errors, lastError }) => (
      <span className={errors > 0 ? 'number overview-bad' : 'number'} title={lastError?.message}>
        {errors}
      </span>
    ),
  }),
  decimalColumn({
    own: 'none',
    key: 'weight',
    title: t`Weight/min`,
    hint: t`Spent in the last minute`,
    width: 76,
    read: row => count(row.weightAMinute),
  }),
];

const toneOf = ({ errors, answers }: EndpointHealth) => (errors === 0 ? null : answers === 0 ? 'danger' : 'warning');

/** Each endpoint that was asked: how it answers and what it costs. */
export function HealthPanel({ profileId }: { readonly profileId: string }) {
  const read = useHealth(profileId);
  const endpointsRead = read.data?.endpoints;
  const marks = useMarks(useMemo(() => endpointsRead?.map(rowKey), [endpointsRead]));
  return (
    <Panel
      title={t`API status`}
      read={{ ...read, data: endpointsRead }}
      empty={endpoints => (endpoints.length > 0 ? null : { reason: t`No requests sent yet.` })}
      footer={<span>{footerText(endpointsRead ?? [])}</span>}
    >
      {endpoints => (
        <ViewedTable
          tableId="endpoint-health"
          label={t`Endpoints of the exchange`}
          columns={columns}
          rows={endpoints}
          rowKey={rowKey}
          idOf={labelOf}
          initialSorting={byErrors}
          marks={marks}
          tone={toneOf}
        />
      )}
    </Panel>
  );
}

function footerText(endpoints: readonly EndpointHealth[]): string {
  const failing = endpoints.filter(({ errors }) => errors > 0).length;
  const spent = endpoints.reduce((sum, { weightAMinute }) => sum + weightAMinute, 0);
  const weight = formatDecimal(fromNumber(Math.round(spent)));
  const errors = failing === 0 ? t`no recent errors` : t`${failing} with recent errors`;
  return t`${endpoints.length} endpoints used · ${errors} · weight ${weight} in the last minute`;
}
