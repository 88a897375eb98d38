import { useMemo, useState } from 'react';
import type { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { useRead } from '#bridge/use-read.ts';
import { ownName } from '#lib/own/own-name.ts';
import { Button } from '#ui/form/button.tsx';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import type { Column } from '#ui/table/column.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { fillColumns, movementColumns, orderColumns, positionColumns, withdrawalColumns } from './linked-columns.tsx';
import { type MoneyMove, moneyMoves } from '#lib/money/money-moves.ts';
import { t } from '#shared/words/t.ts';

interface LinkedAccountListsProps {
  /** of the overseer */
  readonly profileId: string;
  readonly userId: string;
  /** the profile whose key it is */
  readonly linkedId: string;
  readonly name: string;
}

const lists = ['orders', 'fills', 'positions', 'withdrawals', 'movements'] as const;
type ListName = (typeof lists)[number];

const titles: Readonly<Record<ListName, string>> = {
  orders: t`Orders`,
  fills: t`Fills`,
  positions: t`Positions`,
  withdrawals: t`Withdrawals`,
  movements: t`Transfers`,
};
const noneTexts: Readonly<Record<ListName, string>> = {
  orders: t`No open orders.`,
  fills: t`No fills in the last 24 hours.`,
  positions: t`No open positions.`,
  withdrawals: t`No withdrawals in the last 30 days.`,
  movements: t`No transfers in the last 24 hours.`,
};

/** The data of the sub-account for its own key; the chosen profile stays chosen. */
export function LinkedAccountLists({ profileId, userId, linkedId, name }: LinkedAccountListsProps) {
  const read = useRead('accounts.linked', { profileId, userId, linkedId });
  const [shown, setShown] = useState<ListName>('orders');
  const { data, error } = read;
  return (
    <section className="overseer-own-lists" aria-label={t`Orders, fills and positions of ${ownName(name)}`}>
      <div className="overseer-own-tabs" role="group" aria-label={t`Data from its own key`}>
        {lists.map(list => (
          <Button key={list} size="small" isPressed={shown === list} onPress={() => setShown(list)}>
            {data === undefined ? titles[list] : `${titles[list]} ${countOf(data, list)}`}
          </Button>
        ))}
        <AgeChip asOfMs={data?.asOfMs ?? null} intervalMs={read.intervalMs} error={error} />
      </div>
      {error === null ? null : (
        <p className="overseer-note overseer-warned" role="alert">
          {error.message}
        </p>
      )}
      {data?.isMaster === true ? (
        <p className="overseer-note overseer-warned">{t`The key of this profile opens an owner’s account, not a sub-account: link another profile.`}</p>
      ) : null}
      {data === undefined ? (
        error === null ? (
          <p className="overseer-note">{t`Loading with its own key…`}</p>
        ) : null
      ) : (
        <ShownList data={data} list={shown} name={name} />
      )}
    </section>
  );
}

/** As many as there are rows. */
function countOf(data: LinkedAccount, list: ListName): number {
  return list === 'movements' ? moneyMoves(data.movements.items).length : data[list].items.length;
}

interface ShownListProps {
  readonly data: LinkedAccount;
  readonly list: ListName;
  readonly name: string;
}

function ShownList({ data, list, name }: ShownListProps) {
  const { items, missing } = data[list];
  return (
    <>
      {missing === null ? null : <p className="overseer-note overseer-warned">{t`Incomplete: ${missing}`}</p>}
      {items.length === 0 ? (
        missing === null ? (
          <p className="overseer-note">{noneTexts[list]}</p>
        ) : null
      ) : (
        <Rows key={list} data={data} list={list} label={t`${titles[list]} of ${ownName(name)}`} />
      )}
    </>
  );
}

interface RowsProps {
  readonly data: LinkedAccount;
  readonly list: ListName;
  readonly label: string;
}

function Rows({ data, list, label }: RowsProps) {
  if (list === 'orders') return <Table list={list} label={label} columns={orderColumns} rows={data.orders.items} />;
  if (list === 'fills') return <Table list={list} label={label} columns={fillColumns} rows={data.fills.items} />;
  if (list === 'positions')
    return <Table list={list} label={label} columns={positionColumns} rows={data.positions.items} />;
  if (list === 'withdrawals')
    return <Table list={list} label={label} columns={withdrawalColumns} rows={data.withdrawals.items} />;
  return <Table list={list} label={label} columns={movementColumns} rows={moneyMoves(data.movements.items)} />;
}

interface TableProps<Row> {
  readonly list: ListName;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

type AnyRow = LinkedAccount['orders' | 'fills' | 'withdrawals']['items'][number] | MoneyMove | Position;

/** Rows of these lists are never edited: the index is a sufficient key for those without one. */
function Table<Row extends AnyRow>({ list, label, columns, rows }: TableProps<Row>) {
  const keys = useMemo(() => new Map(rows.map((row, index) => [row, keyOf(row) ?? String(index)])), [rows]);
  const marks = useMarks(useMemo(() => [...keys.values()], [keys]));
  return (
    <div className="overseer-own-table">
      <ViewedTable
        tableId={`linked-${list}`}
        label={label}
        columns={columns}
        rows={rows}
        rowKey={row => keys.get(row) ?? ''}
        marks={marks}
        {...(list === 'positions' || list === 'movements' ? {} : { idOf })}
      />
    </div>
  );
}

/** Of an order, a fill or a withdrawal. */
const idOf = (row: AnyRow) => ('tradeId' in row ? row.tradeId : 'id' in row ? row.id : '');

function keyOf(row: AnyRow): string | null {
  if ('tradeId' in row) return `${row.venue} ${row.tradeId}`;
  return 'id' in row ? `${'venue' in row ? row.venue : ''} ${row.id}` : null;
}
