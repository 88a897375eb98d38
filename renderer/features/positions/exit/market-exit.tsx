import { useState } from 'react';
import { absolute } from '#shared/decimal.ts';
import type { ContractRecord, Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, sideField } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { unstatedTermsText } from '#shared/rules/contract-terms.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { formatDecimal } from '#lib/format.ts';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { PositionClosedNotice } from '../margin/margin-outcome.tsx';
import { PositionLine } from '../margin/preview-facts.tsx';
import { positionNow } from '../position-now.ts';
import { exitSide, type ExitOrder } from './exit-form.ts';
import { placedText } from './second-step.tsx';
import { t } from '#shared/words/t.ts';

interface MarketExitProps {
  readonly profile: Profile;
  readonly position: Position;
  readonly contract: ContractRecord;
  readonly title: string;
  readonly onClose: () => void;
}

function closingOrder(position: Position): ExitOrder {
  const { symbol, positionSide, quantity, marginMode } = position;
  return {
    symbol,
    ...sideField(positionSide),
    side: exitSide(position),
    type: 'market',
    size: absolute(quantity),
    marginMode,
    isReduceOnly: true,
  };
}

/**
 * Closes a whole position at market when the exchange does not state the terms of its contract: no price is rounded and
 * no value is computed. The policy judges the slippage when it is sent.
 */
export function MarketExit({ profile, position: opened, contract, title, onClose }: MarketExitProps) {
  const action = useAction('orders.placeFutures', profile.id);
  const [reviewed, setReviewed] = useState<ExitOrder | null>(null);
  const read = useAccountList(profile.id, 'positions');
  const now = positionNow(read, position => isSamePosition(position, opened));
  const position = now ?? opened;
  const order = reviewed ?? closingOrder(position);
  const verb = order.side === 'buy' ? t`Buy` : t`Sell`;
  const submit = () => {
    setReviewed(reviewed === null ? order : null);
    if (reviewed === null) return;
    void action.send({ profileId: profile.id, order: { ...reviewed, clientOid: action.mark }, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={title}
      profile={profile}
      stage={action.stage}
      isReviewed={reviewed !== null}
      disabledReason={now === null ? t`The position is closed.` : null}
      sendLabel={t`${verb} ${formatDecimal(order.size ?? '0')} lots at market, reduce-only`}
      done={placedText}
      onSubmit={submit}
      onBack={() => setReviewed(null)}
      onClose={onClose}
    >
      {now === null ? <PositionClosedNotice /> : <PositionLine position={position} />}
      <p className="notice notice-warning">{unstatedTermsText(contract)}</p>
    </OrderSheet>
  );
}
