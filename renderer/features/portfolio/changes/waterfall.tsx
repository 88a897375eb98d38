import { useMemo, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Portfolio, PortfolioPart, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { Button } from '#ui/form/button.tsx';
import { useHidden } from '#ui/value/hidden.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { type AccountNames, moneyFormat, partHints, partTitles } from '../model/portfolio-texts.ts';
import { RowsSheet } from './rows-sheet.tsx';
import { type WaterfallBar, waterfallOf } from './waterfall-bars.ts';
import { t } from '#shared/words/t.ts';

interface WaterfallPanelProps {
  readonly portfolio: Portfolio;
  readonly question: PortfolioQuestion;
  readonly names: AccountNames;
  readonly onIssues: () => void;
}

/** What changed between start and end, part by part; each part opens the rows behind it. */
export function WaterfallPanel({ portfolio, question, names, onIssues }: WaterfallPanelProps) {
  const { start, end, parts, currency, issues } = portfolio;
  const [opened, setOpened] = useState<PortfolioPart | null>(null);
  const waterfall = useMemo(() => waterfallOf(start, parts), [start, parts]);
  const isHidden = useHidden();
  return (
    <section className="portfolio-changes" aria-label={t`What changed and why`}>
      <header className="portfolio-head">
        <h3>{t`What changed and why`}</h3>
        <span className="portfolio-quiet">{currency}</span>
      </header>
      <ul className="portfolio-waterfall">
        <Level title={t`Start`} value={start} currency={currency} at={isHidden ? null : waterfall.startAt} />
        {waterfall.bars.map(bar => (
          <li key={bar.part.part}>
            <PartButton bar={bar} currency={currency} isHidden={isHidden} onOpen={() => setOpened(bar.part)} />
          </li>
        ))}
        <Level title={t`End`} value={end} currency={currency} at={isHidden ? null : waterfall.endAt} />
      </ul>
      {issues.length === 0 ? null : (
        <p className="portfolio-issue-link">
          <Button size="small" variant="quiet" onPress={onIssues}>
            {issues.length === 1
              ? t`1 data issue: see what is missing`
              : t`${issues.length} data issues: see what is missing`}
          </Button>
        </p>
      )}
      {opened === null ? null : (
        <RowsSheet
          part={opened}
          question={question}
          names={names}
          onClose={() => setOpened(null)}
          onIssues={
            opened.part === 'unexplained' && issues.length > 0
              ? () => {
                  setOpened(null);
                  onIssues();
                }
              : null
          }
        />
      )}
    </section>
  );
}

interface LevelProps {
  readonly title: string;
  readonly value: Decimal | null;
  readonly currency: string;
  /** in percent; null: not drawn */
  readonly at: number | null;
}

function Level({ title, value, currency, at }: LevelProps) {
  return (
    <li className="portfolio-level">
      <span>{title}</span>
      <NumberCell
        value={value}
        {...moneyFormat(currency)}
        unknownReason={t`A balance or a price is missing at this time.`}
      />
      <span className="portfolio-bar-place" aria-hidden="true">
        {at === null || value === null ? null : (
          <span className="portfolio-level-mark" style={{ insetInlineStart: `${at}%` }} />
        )}
      </span>
    </li>
  );
}

interface PartButtonProps {
  readonly bar: WaterfallBar;
  readonly currency: string;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}

function PartButton({ bar: { part, direction, left, width }, currency, isHidden, onOpen }: PartButtonProps) {
  return (
    <button type="button" className="portfolio-part" title={partHints[part.part]} onClick={onOpen}>
      <span>{partTitles[part.part]}</span>
      <SignedNumber value={part.value} {...moneyFormat(currency)} />
      <span className="portfolio-bar-place" aria-hidden="true">
        {isHidden ? null : (
          <span
            className={`portfolio-bar portfolio-bar-${direction}`}
            style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
          />
        )}
      </span>
    </button>
  );
}
