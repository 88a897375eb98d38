import { Button } from '#ui/form/button.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { formatDecimal } from '#lib/format.ts';
import { termsText } from '#lib/positions/order-terms.ts';
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
          <Leverage taking={taking} onTaking={onTaking} />
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
            label={t`Trading account`}
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

interface LeverageProps extends TakingBarProps {
  readonly taking: Extract<TakingOfMarket, { venue: 'futures' }>;
}

/** Margin mode and leverage of a click. An empty field: as the position, in hedge mode as that of each side. */
function Leverage({ taking: { typedLeverage, terms }, onTaking }: LeverageProps) {
  const { buy, sell } = terms;
  if (buy.marginMode === 'cross' && sell.marginMode === 'cross')
    return <span className="price-ladder-unit">{termsText('cross', buy.leverage)}</span>;
  const usual = [...new Set([buy.leverage, sell.leverage])].filter(each => each !== null);
  return (
    <label className="price-ladder-leverage">
      {t`Isolated margin`}
      <Input
        label={t`Leverage of isolated margin`}
        value={typedLeverage}
        placeholder={usual.map(each => formatDecimal(each)).join('/')}
        maxLength={5}
        onChange={leverage => onTaking({ leverage })}
      />
      ×
    </label>
  );
}
