import { useMemo, useState } from 'react';
import type {
  PortfolioPart,
  PortfolioQuestion,
  PortfolioRow,
  PortfolioRows,
} from '#shared/domain/portfolio/portfolio.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ErrorState } from '#ui/panel/panel-failure.tsx';
import { EmptyState, Skeleton } from '#ui/panel/panel-states.tsx';
import type { Column } from '#ui/table/column.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { type AccountNames, moneyFormat, partHints, partTitles } from '../model/portfolio-texts.ts';
import { portfolioRowColumns, portfolioRowKey, portfolioRowTitle } from './row-columns.tsx';
import { t } from '#shared/words/t.ts';

/** Main answers so many rows at a time. */
const pageRows = 200;

interface RowsSheetProps {
  readonly part: PortfolioPart;
  readonly question: PortfolioQuestion;
  readonly names: AccountNames;
  readonly onClose: () => void;
  /** leads to the data issues; null: there are none that concern this part */
  readonly onIssues: (() => void) | null;
}

/** One part of what changed: its coins, and the archived rows of all or of one of them, page by page. */
export function RowsSheet({ part, question, names, onClose, onIssues }: RowsSheetProps) {
  const [coin, setCoin] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const read = useRead('portfolio.rows', { ...question, part: part.part, coin, offset });
  const columns = useMemo(() => portfolioRowColumns(question.currency, names), [question.currency, names]);
  const choose = (next: string | null) => {
    setCoin(next);
    setOffset(0);
  };
  return (
    <Sheet isWide title={t`${partTitles[part.part]}: rows`} onClose={onClose}>
      <p className="portfolio-quiet">{partHints[part.part]}</p>
      {onIssues === null ? null : (
        <p>
          <Button size="small" onPress={onIssues}>{t`Show the data issues`}</Button>
        </p>
      )}
      <CoinChoice part={part} coin={coin} currency={question.currency} onCoin={choose} />
      <Page read={read} columns={columns} part={part} offset={offset} onOffset={setOffset} />
    </Sheet>
  );
}

interface CoinChoiceProps {
  readonly part: PortfolioPart;
  /** null: all coins */
  readonly coin: string | null;
  readonly currency: string;
  readonly onCoin: (coin: string | null) => void;
}

/** The part by coin; a press shows the rows of that coin alone. */
function CoinChoice({ part, coin, currency, onCoin }: CoinChoiceProps) {
  usePrivacy();
  const text = (value: typeof part.value) => formatOwn(value, { ...moneyFormat(currency), isSigned: true });
  return (
    <div className="portfolio-coins" role="group" aria-label={t`By coin`}>
      <Button size="small" isPressed={coin === null} onPress={() => onCoin(null)}>
        {t`All coins`} <span className="number">{text(part.value)}</span>
      </Button>
      {part.coins.map(each => (
        <Button key={each.coin} size="small" isPressed={coin === each.coin} onPress={() => onCoin(each.coin)}>
          {visibleText(each.coin)} <span className="number">{text(each.value)}</span>
        </Button>
      ))}
    </div>
  );
}

interface PageProps {
  readonly read: Read<PortfolioRows>;
  readonly columns: readonly Column<PortfolioRow>[];
  readonly part: PortfolioPart;
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

const noRows: readonly PortfolioRow[] = [];

function Page({ read, columns, part, offset, onOffset }: PageProps) {
  const { data, error } = read;
  const rows = data?.rows ?? noRows;
  const marks = useMarks(useMemo(() => rows.map(portfolioRowKey), [rows]));
  if (data === undefined) return error === null ? <Skeleton rows={6} /> : <ErrorState error={error} read={read} />;
  if (data.total === 0) return <EmptyState reason={t`No archived row belongs to this part.`} />;
  const shownTo = offset + rows.length;
  return (
    <>
      <div className="portfolio-rows">
        <ViewedTable
          tableId="portfolio-rows"
          label={t`Rows of ${partTitles[part.part]}`}
          columns={columns}
          rows={rows}
          rowKey={portfolioRowKey}
          idOf={portfolioRowTitle}
          marks={marks}
        />
      </div>
      <div className="portfolio-pages">
        <Button
          size="small"
          disabledReason={offset === 0 ? t`These are the newest rows.` : null}
          onPress={() => onOffset(Math.max(0, offset - pageRows))}
        >
          {t`Newer`}
        </Button>
        <span className="number">{t`${offset + 1} to ${shownTo} of ${data.total}`}</span>
        <Button
          size="small"
          disabledReason={shownTo >= data.total ? t`These are the oldest rows.` : null}
          onPress={() => onOffset(offset + pageRows)}
        >
          {t`Older`}
        </Button>
      </div>
    </>
  );
}
