import { add, type Decimal, isNegative } from '#shared/decimal.ts';
import type { LedgerChange } from '#practice/accounts/types.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { FuturesTransaction } from '../account-types.ts';
import { writeMoney } from '../contract/terms.ts';
import { accountOf, type FuturesMarket, type FuturesVenueState, nextRowId } from './state.ts';

/** How many movements of its wallets an account remembers. */
const transactionMemory = 5000;

type Movement = Pick<FuturesTransaction, 'type' | 'amount' | 'fee' | 'remark' | 'currency'>;

function record(venue: FuturesVenueState, accountId: string, movement: Movement): void {
  const { balances, transactions } = accountOf(venue, accountId);
  const balance = add(balances.get(movement.currency) ?? '0', movement.amount);
  balances.set(movement.currency, balance);
  const id = nextRowId(venue);
  remember(transactions, { ...movement, id, balance, timeMs: venue.clock.nowMs() }, transactionMemory);
}

/**
 * PnL that a position has realised, less the fee: a trade, funding, a liquidation. Money units; zero is not published.
 */
export function recordRealised(
  venue: FuturesVenueState,
  { terms }: FuturesMarket,
  { accountId, pnl, fee }: { readonly accountId: string; readonly pnl: bigint; readonly fee: bigint },
): void {
  if ((pnl === 0n && fee === 0n) || venue.isExempt(accountId)) return;
  const { symbol, settleCurrency: currency } = terms.contract;
  const amount = writeMoney(terms, pnl - fee);
  record(venue, accountId, { type: 'RealisedPNL', amount, fee: writeMoney(terms, fee), remark: symbol, currency });
}

function typeOf({ movement }: LedgerChange, change: Decimal): FuturesTransaction['type'] {
  if (movement === 'deposit') return 'Deposit';
  if (movement === 'withdraw') return 'Withdrawal';
  return isNegative(change) ? 'TransferOut' : 'TransferIn';
}

const remarks: Readonly<Record<FuturesTransaction['type'], string>> = {
  RealisedPNL: '',
  Deposit: '',
  Withdrawal: '',
  TransferIn: 'Transferred from another account',
  TransferOut: 'Transferred to another account',
};

/** Follows what others do to the futures wallets; what the venue itself moves, it records where it moves it. */
export function recordTransfers(venue: FuturesVenueState): void {
  const isWanted = ({ accountId, wallet }: { accountId: string; wallet: string }): boolean =>
    wallet === 'futures' &&
    !venue.isPaying &&
    !venue.isExempt(accountId) &&
    accountId !== venue.clearingAccountId &&
    accountId !== venue.feeAccountId;
  venue.ledger.onChange(change => {
    const { accountId, currency } = change.balance;
    if (change.movement === 'hold' || change.movement === 'release') return;
    const type = typeOf(change, change.availableChange);
    record(venue, accountId, { type, amount: change.availableChange, fee: '0', remark: remarks[type], currency });
  }, isWanted);
}
