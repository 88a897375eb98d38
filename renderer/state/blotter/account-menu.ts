import type { TransferWallet } from '#shared/domain/money/transfer.ts';
import { useCommandStore } from '../command-store.ts';
import { t } from '#shared/words/t.ts';

interface SubAccountSource {
  readonly userId: string;
  readonly currency: string;
  readonly wallet: TransferWallet;
}

/** Of the menu of a row of a sub-account: opens the transfer sheet with this wallet of the account as its source. */
export function transferItem({ userId, currency, wallet }: SubAccountSource) {
  const from = { wallet, symbol: null, userId };
  return {
    id: 'transfer',
    label: t`Transfer…`,
    onSelect: () => useCommandStore.getState().showTransfer({ currency, from }),
  };
}
