import type { PublicRow, SignedRow } from '../endpoint/row.ts';
import { getCurrency, listCurrencies } from './currencies.ts';
import { createAddress, getOldestAddress, listAddresses, listOlderAddresses } from './deposits/addresses.ts';
import { listDeposits, listHistoricalDeposits } from './deposits/deposits.ts';
import { listHfLedgers, listLedgers, listMarginLedgers } from './ledgers/ledgers.ts';
import { getSubAccountBalances } from './sub-accounts.ts';
import { getAccount, getAccountMode, getUserInfo, isHighFrequencyOpened, listTradeFees } from './summary.ts';
import { getTransferable, transfer, transferWithin } from './transfers/transfers.ts';
import { getWithdrawal, listHistorical, listWithdrawals } from './withdrawals/lists.ts';
import { cancelWithdrawal, getQuota, requestWithdrawal } from './withdrawals/requests.ts';

/** The endpoints of currencies, wallets and payments (docs/exchange/endpoints.md §2, §6). */
export const publicAccountRows: readonly PublicRow[] = [
  ['GET', '/api/v3/currencies', 3, 'wrapped', listCurrencies],
  ['GET', '/api/v3/currencies/:currency', 3, 'wrapped', getCurrency],
];

export const signedAccountRows: readonly SignedRow[] = [
  ['GET', '/api/v1/hf/accounts/opened', 'spot', 30, 'General', 'wrapped', isHighFrequencyOpened],
  ['GET', '/api/ua/v1/account/mode', 'management', 30, 'General', 'wrapped', getAccountMode],
  ['GET', '/api/v2/user-info', 'management', 20, 'General', 'wrapped', getUserInfo],
  ['GET', '/api/v1/accounts/:accountId', 'management', 5, 'General', 'wrapped', getAccount],
  ['GET', '/api/v1/accounts/transferable', 'management', 20, 'General', 'wrapped', getTransferable],
  ['POST', '/api/v3/accounts/universal-transfer', 'management', 4, 'InnerTransfer', 'wrapped', transfer],
  ['POST', '/api/v2/accounts/inner-transfer', 'management', 15, 'InnerTransfer', 'wrapped', transferWithin],
  ['GET', '/api/v1/sub-accounts/:subUserId', 'management', 15, 'General', 'wrapped', getSubAccountBalances],
  ['GET', '/api/v1/accounts/ledgers', 'management', 2, 'General', 'wrapped', listLedgers],
  ['GET', '/api/v3/hf/margin/account/ledgers', 'spot', 2, 'General', 'wrapped', listMarginLedgers],
  ['GET', '/api/v1/trade-fees', 'spot', 3, 'General', 'wrapped', listTradeFees],
  ['GET', '/api/v1/deposits', 'management', 5, 'General', 'wrapped', listDeposits],
  ['GET', '/api/v1/hist-deposits', 'management', 5, 'General', 'wrapped', listHistoricalDeposits],
  ['GET', '/api/v3/deposit-addresses', 'management', 5, 'General', 'wrapped', listAddresses],
  ['GET', '/api/v2/deposit-addresses', 'management', 5, 'General', 'wrapped', listOlderAddresses],
  ['GET', '/api/v1/deposit-addresses', 'management', 5, 'General', 'wrapped', getOldestAddress],
  ['POST', '/api/v3/deposit-address/create', 'management', 20, 'General', 'wrapped', createAddress],
  ['GET', '/api/v1/hist-withdrawals', 'management', 20, 'General', 'bare', listHistorical],
  ['GET', '/api/v1/withdrawals', 'management', 20, 'General', 'wrapped', listWithdrawals],
  ['GET', '/api/v1/withdrawals/quotas', 'management', 20, 'General', 'wrapped', getQuota],
  ['GET', '/api/v1/withdrawals/:withdrawalId', 'management', 20, 'General', 'wrapped', getWithdrawal],
  ['POST', '/api/v3/withdrawals', 'management', 5, 'Transfer', 'wrapped', requestWithdrawal],
  ['DELETE', '/api/v1/withdrawals/:withdrawalId', 'management', 20, 'Transfer', 'wrapped', cancelWithdrawal],
];

/** What an account of the classic family has nothing of. */
export const hfAccountRows: readonly SignedRow[] = [
  ['GET', '/api/v1/hf/accounts/ledgers', 'spot', 2, 'General', 'wrapped', listHfLedgers],
];
