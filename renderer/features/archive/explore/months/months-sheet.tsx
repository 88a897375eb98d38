import { useMemo } from 'react';
import type { ArchiveFilter } from '#shared/domain/archive/explore.ts';
import type { FeeMonth } from '#shared/domain/archive/fee-audit.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { monthColumns, monthKey } from './month-columns.tsx';
import { t } from '#shared/words/t.ts';

interface MonthsSheetProps {
  readonly filter: ArchiveFilter;
  readonly onClose: () => void;
}

const noMonths: readonly FeeMonth[] = [];

/** What was due and paid in fees in each month, of the fills that the filter finds. */
export function MonthsSheet({ filter, onClose }: MonthsSheetProps) {
  const read = useRead('archive.count', filter);
  usePrivacy();
  const audit = read.data?.feeAudit ?? null;
  const months = audit?.months ?? noMonths;
  const marks = useMarks(useMemo(() => months.map(monthKey), [months]));
  return (
    <Sheet
      isWide
      title={t`Fees by month`}
      read={read}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <p>{t`Fills of the filter since the month of the first kept fee rate, by UTC month.`}</p>
      {audit?.isCut === true ? (
        <p role="status">{t`There are more fills: these are the newest 20,000, and the oldest month is incomplete.`}</p>
      ) : null}
      {months.length === 0 ? (
        <EmptyState reason={t`No fill has a rate that was held on its day.`} />
      ) : (
        <div className="explore-months">
          <ViewedTable
            tableId="explore-fee-months"
            label={t`Fees by month`}
            columns={monthColumns}
            rows={months}
            rowKey={monthKey}
            idOf={monthKey}
            marks={marks}
          />
        </div>
      )}
    </Sheet>
  );
}
