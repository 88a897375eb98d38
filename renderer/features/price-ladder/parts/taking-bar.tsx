import { toDecimal } from '#shared/decimal.ts';
import { Button } from '#ui/form/button.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import type { TakingOfMarket } from '../model/ladder-order.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import { leaveField } from './ladder-controls.tsx';
import { t } from '#shared/words/t.ts';

interface TakingBarProps {
  readonly taking: TakingOfMarket;
  readonly onTaking: PriceLadder['onTaking'];
}

const accounts = [
  { value: 'spot', label: t`Spot account` },
  { value: 'cross', label: t`Cross margin` },
  { value: 'isolated', label: t`Isolated margin` },
] as const;

/** Out of which account a click trades, or how it holds a contract. */
export function TakingBar({ taking, onTaking }: TakingBarProps) {
  return (
    <div className="price-ladder-controls" onKeyDown={leaveField}>
      {taking.venue === 'futures' ? (
        <>
          {taking.marginMode === 'cross' ? (
            <span className="price-ladder-unit">{t`Cross margin`}</span>
          ) : (
            <Leverage leverage={taking.leverage} onTaking={onTaking} />
          )}
          <Button
            size="small"
            isPressed={taking.isReduceOnly}
            label={t`Reduce-only: a click never opens or turns a position`}
            onPress={() => onTaking({ isReduceOnly: !taking.isReduceOnly })}
          >
            {t`Reduce-only`}
          </Button>
          {taking.positionMode === 'hedge' ? (
            <span className="price-ladder-unit">
              {taking.isReduceOnly
                ? t`Hedge mode: buy closes short, sell closes long`
                : t`Hedge mode: buy opens long, sell opens short`}
            </span>
          ) : null}
        </>
      ) : (
        <>
          <Select
            label={t`Account that a click trades from`}
            value={taking.account}
            options={accounts}
            onChange={account => onTaking({ account })}
          />
          {taking.account === 'spot' ? null : (
            <Button
              size="small"
              isPressed={taking.isAutoLoan}
              label={t`Auto loan: a click borrows what is missing, and its fills repay what is owed`}
              onPress={() => onTaking({ isAutoLoan: !taking.isAutoLoan })}
            >
              {t`Auto loan`}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Leverage({ leverage, onTaking }: { readonly leverage: string; readonly onTaking: PriceLadder['onTaking'] }) {
  return (
    <label className="price-ladder-leverage">
      {t`Isolated margin`}
      <Input
        label={t`Leverage of isolated margin`}
        value={leverage}
        maxLength={5}
        onChange={typed => onTaking({ leverage: toDecimal(typed.trim()) ?? '0' })}
      />
      ×
    </label>
  );
}
