import { useId, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { defaultScenarios } from '#shared/risk/stress-test.ts';
import { type ScenarioMoves as Moves, useRiskStore } from '#state/risk-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { percentText, readMoves } from './moves-form.ts';
import { t } from '#shared/words/t.ts';

/** The moves of a row of the shock table. */
export function movesOfRow({ all, ofCoins }: Moves, coin: string | null): readonly Decimal[] {
  return (coin === null ? undefined : ofCoins[coin]) ?? all ?? defaultScenarios;
}

const everyRow = '';
const places = defaultScenarios.map((_, index) => `${index + 1}`);

/** What is typed, for which rows, and what becomes of it. */
function useTypedMoves() {
  const { moves, setMoves } = useRiskStore();
  const [scope, setScope] = useState(everyRow);
  const textsOf = (of: string) => movesOfRow(moves, of === everyRow ? null : of).map(percentText);
  const [texts, setTexts] = useState(() => textsOf(scope));
  const coin = scope === everyRow ? null : scope;
  const applied = textsOf(scope);
  const read = readMoves(texts);
  const isEdited = texts.some((text, index) => text !== applied[index]);
  return {
    scope,
    texts,
    applied,
    isEdited,
    errors: read.errors,
    hasOwn: coin === null ? moves.all !== null : moves.ofCoins[coin] !== undefined,
    setText: (index: number, text: string) => setTexts(texts.with(index, text)),
    chooseScope: (next: string) => {
      setScope(next);
      setTexts(textsOf(next));
    },
    apply: () => {
      if (!isEdited || read.moves === null) return;
      setMoves(coin, read.moves);
      setTexts(read.moves.map(percentText));
    },
    reset: () => {
      setMoves(coin, null);
      setTexts((coin === null ? defaultScenarios : movesOfRow(moves, null)).map(percentText));
    },
  };
}

interface ShockMovesProps {
  readonly coins: readonly string[];
  readonly onClose: () => void;
}

/** Own moves, for every row or for one coin: red until they are applied. */
export function ScenarioForm({ coins, onClose }: ShockMovesProps) {
  const typed = useTypedMoves();
  const { texts, applied, isEdited, errors } = typed;
  const wordsId = useId();
  const wrong = errors?.find(error => error !== null) ?? null;
  const options = [{ value: everyRow, label: t`every row` }, ...coins.map(value => ({ value, label: value }))];
  return (
    <form
      className="risk-moves"
      aria-label={t`Scenarios of the stress test, in percent`}
      onSubmit={event => {
        event.preventDefault();
        typed.apply();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <Select label={t`Scenarios for`} value={typed.scope} options={options} onChange={typed.chooseScope} />
      {places.map((place, index) => (
        <span key={place} className={texts[index] === applied[index] ? undefined : 'risk-edited'}>
          <Input
            label={t`Scenario ${place} in percent`}
            isFigure
            maxLength={9}
            value={texts[index] ?? ''}
            aria-invalid={errors !== null && errors[index] !== null}
            aria-describedby={wordsId}
            onChange={text => typed.setText(index, text)}
          />
        </span>
      ))}
      <MoveButtons {...typed} wrong={wrong} />
      <p id={wordsId} role="status" className={isEdited ? 'risk-moves-text risk-edited' : 'risk-moves-text'}>
        {isEdited ? (wrong ?? t`Edited, not applied: the table shows the previous moves.`) : t`In percent.`}
      </p>
    </form>
  );
}

interface MoveButtonsProps extends Pick<ReturnType<typeof useTypedMoves>, 'isEdited' | 'hasOwn' | 'reset'> {
  readonly wrong: string | null;
}

function MoveButtons({ isEdited, hasOwn, reset, wrong }: MoveButtonsProps) {
  return (
    <>
      <Button size="small" type="submit" variant="primary" disabledReason={isEdited ? wrong : t`Nothing has changed`}>
        {t`Apply`}
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabledReason={hasOwn ? null : t`Defaults are set`}
        onPress={reset}
      >{t`Default`}</Button>
    </>
  );
}
