import { spotFamilyOf } from '#practice/accounts/owners.ts';
import * as z from 'zod/mini';
import { baseFeeRate } from '#practice/accounts/base-fee.ts';
import { ownerOf } from '#practice/accounts/owners.ts';
import { walletTypeOf } from '#practice/accounts/isolated-wallet.ts';
import { walletId } from '#practice/accounts/wallet-id.ts';
import { accept } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, orElse, readQuery, text } from '../endpoint/fields.ts';

/** Own balances, own key, own fee: docs/exchange/records.md §10.1 to §10.3. */

const AccountsQuery = z.object({
  currency: z.exactOptional(text(16)),
  type: z.exactOptional(choice('main', 'trade', 'margin', 'isolated', 'trade_hf')),
});

/**
 * GET /api/v1/accounts?currency&type. The futures wallet is not among them: it has the account overview. `trade_hf` is
 * another name of the trade wallet: a request by that name gets the same balances under it, and none for an account of
 * the classic family.
 */
export function listAccounts(call: SignedCall): Answer {
  const query = readQuery(AccountsQuery, call.query);
  if (!query.ok) return query;
  const { currency, type: asked } = query.value;
  const type = asked === 'trade_hf' ? 'trade' : asked;
  const isEmpty = asked === 'trade_hf' && spotFamilyOf(call.exchange.directory, call.accountId) === 'classic';
  const balances = (isEmpty ? [] : call.exchange.ledger.balances(call.accountId))
    .filter(({ wallet }) => wallet !== 'futures' && (type === undefined || walletTypeOf(wallet) === type))
    .filter(balance => currency === undefined || balance.currency === currency);
  return accept(
    balances.map(balance => ({
      id: walletId(balance.accountId, balance.wallet, balance.currency),
      currency: balance.currency,
      type: asked ?? walletTypeOf(balance.wallet),
      balance: balance.total,
      available: balance.available,
      holds: balance.held,
    })),
  );
}

const FeeQuery = z.object({ currencyType: orElse(choice('0', '1'), '0') });

/** GET /api/v1/base-fee?currencyType: VIP 0 pays the same for crypto (0) and fiat (1) pairs. */
export function getBaseFee(call: SignedCall): Answer {
  const query = readQuery(FeeQuery, call.query);
  if (!query.ok) return query;
  return accept({ takerFeeRate: baseFeeRate, makerFeeRate: baseFeeRate });
}

/** GET /api/v1/user/api-key: what the key that signed this may do. Never the secret. */
export function getApiKey(call: SignedCall): Answer {
  const { key } = call;
  const owner = ownerOf(call.exchange.directory, call.accountId);
  return accept({
    remark: key.remark,
    apiKey: key.key,
    apiVersion: key.version,
    permission: key.permissions.join(','),
    ipWhitelist: key.ipWhitelist.join(','),
    createdAt: key.createdAtMs,
    uid: owner.uid,
    isMaster: owner.subName === null,
    subName: owner.subName ?? undefined,
  });
}
