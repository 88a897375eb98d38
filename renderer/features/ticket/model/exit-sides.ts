import type { Decimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';

interface Exits {
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
}

/** A long loses below its entry and gains above; a short the other way round. */
export function exitSides(side: Side, { stopLoss, takeProfit }: Exits) {
  const [up, down] = side === 'buy' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  return { triggerUpPrice: up ?? undefined, triggerDownPrice: down ?? undefined };
}
