import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import type { ComparedMarket } from '#shared/order-entry/comparison/compare-markets.ts';
import { formatDecimal } from '#lib/format.ts';
import { useComparisonStore } from '#state/comparison-store.ts';
import { Checkbox } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { fillTicket } from './fill-ticket.ts';
import { keyOfRow, moveRow } from './row-keys.ts';
import { type Comparison, useComparison } from './use-comparison.ts';
import './where-to-trade.css';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

/**
 * "sell 2 BTC": every market that can do it, side by side at that very size. Enter puts the chosen one into the ticket.
 */
export function WhereToTrade({ profile }: { readonly profile: Profile }) {
  const { typed, close } = useComparisonStore();
  const [isDollarAtPar, setDollarAtPar] = useState(false);
  const comparison = useComparison(profile.id, typed, isDollarAtPar);
  const { ask, rows, target } = comparison;
  const { chosen, choose } = useChosen(rows, typed);
  const tableId = useId();
  const pick = (row: ComparedMarket) => {
    if (ask !== null && fillTicket(ask.side, row)) close();
  };
  return (
    <Sheet title={t`Where to trade`} profile={profile} shape="dialog" onClose={close}>
      <div className="where-to-trade">
        <AskField tableId={tableId} rows={rows} chosen={chosen} onChoose={choose} onPick={pick} />
        <p className="where-to-trade-said" aria-live="polite">
          {sayingOf(comparison)}
        </p>
        {ask === null || rows.length === 0 ? null : (
          <ComparisonTable id={tableId} {...{ ask, target, rows, chosen }} onPick={pick} onChoose={choose} />
        )}
        <Checkbox
          isChecked={isDollarAtPar}
          onChange={setDollarAtPar}
        >{t`Count 1 USD as 1 USDT or USDC if no pair has a rate. Without this, contracts in USD are not ranked.`}</Checkbox>
        <p className="where-to-trade-note">{t`Net: with the taker fee, in one currency, converted at loaded order books without a conversion fee. Sorted by net per coin. ↑ ↓ select, Enter fills the ticket; nothing is sent.`}</p>
      </div>
    </Sheet>
  );
}

/** The row that Enter takes: the chosen row of this request, else the best. */
function useChosen(rows: readonly ComparedMarket[], typed: string) {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly typed: string } | null>(null);
  return {
    chosen: rows.find(row => chosen?.typed === typed && keyOfRow(row) === chosen.key) ?? rows[0],
    choose: (row: ComparedMarket) => setChosen({ key: keyOfRow(row), typed }),
  };
}

interface AskFieldProps {
  readonly tableId: string;
  readonly rows: readonly ComparedMarket[];
  readonly chosen: ComparedMarket | undefined;
  readonly onChoose: (row: ComparedMarket) => void;
  readonly onPick: (row: ComparedMarket) => void;
}

/** One line; the arrow keys and Enter are those of the table below it. */
function AskField({ tableId, rows, chosen, onChoose, onPick }: AskFieldProps) {
  const { typed, type } = useComparisonStore();
  const input = useFirstFocus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (chosen === undefined) return;
    const next = moveRow(event.key, rows, chosen);
    if (next === null && !isEnter(event)) return;
    // or the same Enter would press the button that gets the focus back
    event.preventDefault();
    if (next !== null) onChoose(next);
    else if (!event.repeat) onPick(chosen);
  };
  return (
    <input
      ref={input}
      className="input where-to-trade-input"
      type="text"
      role="combobox"
      aria-label={t`What to trade`}
      aria-haspopup="grid"
      aria-expanded={rows.length > 0}
      aria-controls={rows.length > 0 ? tableId : undefined}
      aria-activedescendant={chosen === undefined ? undefined : `${tableId} ${keyOfRow(chosen)}`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={t`sell 2 BTC`}
      value={typed}
      onChange={event => type(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** What was read out of the words, or what is wrong with them. */
function sayingOf({ ask, coin, rows, target, problem, leftOut }: Comparison): string {
  if (problem !== null) return problem;
  if (ask === null || coin === null)
    return t`A side, a size and a coin. Also: buy 50k USDT of ETH, sell 2 BTC in USDC.`;
  const ranked = rows.filter(({ unavailableReason }) => unavailableReason === null).length;
  const others = leftOut === 0 ? '' : t` ${leftOut} more are not compared.`;
  const size = `${ask.side === 'buy' ? t`Buy` : t`Sell`} ${formatDecimal(coin)} ${ask.coin}`;
  return t`${size}, counted in ${target}: ${ranked} of ${rows.length} markets can be ranked.${others}`;
}

/** Earlier text is replaced; text typed while loading is kept. */
function useFirstFocus() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (useComparisonStore.getState().isUntouched) input.current?.select();
    else input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
  }, []);
  return input;
}
