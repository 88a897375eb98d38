import type { TradeType } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';

const accounts: Readonly<Record<TradeType, string>> = {
  spot: t`on spot`,
  cross: t`on cross margin`,
  isolated: t`on isolated margin`,
  futures: t`on futures`,
};

/** Which account an order trades for, within a sentence: `on cross margin`. */
export function accountText(tradeType: TradeType): string {
  return accounts[tradeType];
}
