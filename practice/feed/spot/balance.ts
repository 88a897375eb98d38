import { isolatedSymbolOf } from '#practice/accounts/isolated-wallet.ts';
import { walletId } from '#practice/accounts/wallet-id.ts';
import type { LedgerChange, Wallet } from '#practice/accounts/types.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { accountOf, type Topic, type TopicFrame } from '../topics/topic.ts';
import type { SpotTopicOptions } from './topic-options.ts';

/** The second half of `relationEvent`; the first is the wallet. */
const relations: Readonly<Record<LedgerChange['movement'], string>> = {
  deposit: 'deposit',
  withdraw: 'withdraw_done',
  hold: 'hold',
  release: 'hold',
  settle: 'setted',
  transfer: 'transfer',
};

/** What waits to be paid out is held in the main wallet, and nothing else is. */
function relationOf({ balance: { wallet }, movement }: LedgerChange): string {
  const isWaitingToLeave = wallet === 'main' && (movement === 'hold' || movement === 'release');
  return `${walletName(wallet)}.${isWaitingToLeave ? 'withdraw_hold' : relations[movement]}`;
}

function contextOf({ cause }: LedgerChange): JsonValue {
  if (cause === null) return {};
  return { symbol: cause.symbol, orderId: cause.orderId, tradeId: cause.tradeId?.toString() };
}

/** An isolated wallet bears the name of its pair: `isolated_BTC-USDT` (docs/exchange/feeds.md §6.3). */
function walletName(wallet: Wallet): string {
  const symbol = isolatedSymbolOf(wallet);
  return symbol === null ? wallet : `isolated_${symbol}`;
}

function balanceFrame(change: LedgerChange, nowMs: number): TopicFrame {
  const { balance, movementId, availableChange, heldChange } = change;
  const { accountId, wallet, currency, total, available, held } = balance;
  return {
    subject: 'account.balance',
    id: `${movementId}`,
    data: {
      accountId: walletId(accountId, wallet, currency),
      currency,
      total,
      available,
      hold: held,
      availableChange,
      holdChange: heldChange,
      relationContext: contextOf(change),
      relationEvent: relationOf(change),
      relationEventId: `${movementId}`,
      time: String(Math.floor(nowMs)),
    },
  };
}

/** `/account/balance`: every movement of money in the spot and margin wallets; the futures wallet has its own topic. */
export function balanceTopic({ ledger, clock }: SpotTopicOptions): Topic {
  return {
    prefix: '/account/balance',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start(scope, send) {
      const accountId = accountOf(scope);
      return ledger.onChange(change => {
        const { balance } = change;
        if (balance.accountId === accountId && balance.wallet !== 'futures') send(balanceFrame(change, clock.nowMs()));
      });
    },
  };
}
