import * as z from 'zod/mini';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import type { WalletPlace } from '#practice/accounts/transfers/types.ts';
import type { Wallet } from '#practice/accounts/types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, numericAmount, read, readQuery, symbol, text } from '#practice/http/endpoint/fields.ts';

/** Money between own wallets and sub-accounts: docs/exchange/endpoints.md §6.3. */

/** The service's names of the wallets; several of them mean the same. */
const accountType = choice('MAIN', 'TRADE', 'TRADE_HF', 'CONTRACT', 'MARGIN', 'MARGIN_V2', 'ISOLATED', 'ISOLATED_V2');
type AccountType = z.infer<typeof accountType>;

const TransferBody = z.object({
  clientOid: text(128),
  type: choice('INTERNAL', 'PARENT_TO_SUB', 'SUB_TO_PARENT', 'SUB_TO_SUB'),
  currency: text(16),
  amount: numericAmount,
  fromUserId: z.exactOptional(text(64)),
  fromAccountType: accountType,
  fromAccountTag: z.exactOptional(symbol),
  toUserId: z.exactOptional(text(64)),
  toAccountType: accountType,
  toAccountTag: z.exactOptional(symbol),
});
type TransferBody = z.infer<typeof TransferBody>;

const wallets: Readonly<Record<Exclude<AccountType, 'ISOLATED' | 'ISOLATED_V2'>, Wallet>> = {
  MAIN: 'main',
  TRADE: 'trade',
  TRADE_HF: 'trade',
  CONTRACT: 'futures',
  MARGIN: 'margin',
  MARGIN_V2: 'margin',
};

interface WalletName {
  readonly type: AccountType;
  readonly tag: string | undefined;
  /** the parameter that names the pair, for the rejection */
  readonly tagField: string;
}

function walletOf(call: SignedCall, { type, tag, tagField }: WalletName): Outcome<Wallet> {
  if (type !== 'ISOLATED' && type !== 'ISOLATED_V2') return accept(wallets[type]);
  if (tag === undefined) return refuse('parameter', `${tagField} is required for ${type}`, tagField);
  if (call.exchange.spot.pair(tag) === null) return refuse('symbol-unknown', `symbol not exists: ${tag}`, tagField);
  return accept(isolatedWallet(tag));
}

interface PartyName {
  /** from the parent, or from a sub-account */
  readonly isSub: boolean;
  readonly userId: string | undefined;
  readonly field: string;
}

/** Whose wallet it is. A frozen sub-account neither pays nor is paid. */
function accountOf(call: SignedCall, { isSub, userId, field }: PartyName): Outcome<string> {
  if (!isSub) return accept(call.accountId);
  if (userId === undefined) return refuse('parameter', `${field} is required`, field);
  const sub = call.exchange.directory.subAccounts.find(candidate => candidate.userId === userId);
  if (sub === undefined) return refuse('parameter', `${field} is no sub-account`, field);
  const enabled = 2;
  return sub.status === enabled ? accept(sub.accountId) : refuse('parameter', `${field} is frozen`, field);
}

function placeOf(call: SignedCall, party: PartyName, name: WalletName): Outcome<WalletPlace> {
  const accountId = accountOf(call, party);
  if (!accountId.ok) return accountId;
  const wallet = walletOf(call, name);
  return wallet.ok ? accept({ accountId: accountId.value, wallet: wallet.value }) : wallet;
}

function payerOf(call: SignedCall, body: TransferBody): Outcome<WalletPlace> {
  const isSub = body.type === 'SUB_TO_PARENT' || body.type === 'SUB_TO_SUB';
  const name = { type: body.fromAccountType, tag: body.fromAccountTag, tagField: 'fromAccountTag' };
  return placeOf(call, { isSub, userId: body.fromUserId, field: 'fromUserId' }, name);
}

function payeeOf(call: SignedCall, body: TransferBody): Outcome<WalletPlace> {
  const isSub = body.type === 'PARENT_TO_SUB' || body.type === 'SUB_TO_SUB';
  const name = { type: body.toAccountType, tag: body.toAccountTag, tagField: 'toAccountTag' };
  return placeOf(call, { isSub, userId: body.toUserId, field: 'toUserId' }, name);
}

/** POST /api/v3/accounts/universal-transfer: it has happened when this answers. */
export function transfer(call: SignedCall): Answer {
  const body = read(TransferBody, call.body);
  if (!body.ok) return body;
  const { type, clientOid, currency, amount } = body.value;
  const isMaster = call.accountId === call.exchange.directory.master.accountId;
  if (type !== 'INTERNAL' && !isMaster)
    return refuse('parameter', `${type} needs the key of the master account`, 'type');
  const from = payerOf(call, body.value);
  if (!from.ok) return from;
  const to = payeeOf(call, body.value);
  if (!to.ok) return to;
  const request = { clientOid, currency, amount, from: from.value, to: to.value };
  const done = call.exchange.transfers.request(call.accountId, request);
  return done.ok ? accept({ orderId: done.value.id }) : done;
}

/** The older form writes the same names in small letters. */
const olderAccountType = z.pipe(
  text(16),
  z.transform((word, context): AccountType => {
    const type = accountType.safeParse(word.toUpperCase());
    if (type.success) return type.data;
    context.issues.push({ code: 'custom', message: 'must be a wallet, such as main, trade or margin', input: word });
    return z.NEVER;
  }),
);

const InnerBody = z.object({
  clientOid: text(128),
  currency: text(16),
  amount: numericAmount,
  from: olderAccountType,
  fromTag: z.exactOptional(symbol),
  to: olderAccountType,
  toTag: z.exactOptional(symbol),
});

/** POST /api/v2/accounts/inner-transfer: the older form, between own wallets alone. */
export function transferWithin(call: SignedCall): Answer {
  const body = read(InnerBody, call.body);
  if (!body.ok) return body;
  const { clientOid, currency, amount } = body.value;
  const { accountId } = call;
  const from = walletOf(call, { type: body.value.from, tag: body.value.fromTag, tagField: 'fromTag' });
  if (!from.ok) return from;
  const to = walletOf(call, { type: body.value.to, tag: body.value.toTag, tagField: 'toTag' });
  if (!to.ok) return to;
  const done = call.exchange.transfers.request(accountId, {
    clientOid,
    currency,
    amount,
    from: { accountId, wallet: from.value },
    to: { accountId, wallet: to.value },
  });
  return done.ok ? accept({ orderId: done.value.id }) : done;
}

const TransferableQuery = z.object({ currency: text(16), type: accountType, tag: z.exactOptional(symbol) });

/** GET /api/v1/accounts/transferable?currency&type&tag: what may leave a wallet now. */
export function getTransferable(call: SignedCall): Answer {
  const query = readQuery(TransferableQuery, call.query);
  if (!query.ok) return query;
  const { currency, type, tag } = query.value;
  const wallet = walletOf(call, { type, tag, tagField: 'tag' });
  if (!wallet.ok) return wallet;
  const { ledger, transfers } = call.exchange;
  const place = { accountId: call.accountId, wallet: wallet.value };
  const balance = ledger.balance(place.accountId, place.wallet, currency);
  return accept({
    currency,
    balance: balance.total,
    available: balance.available,
    holds: balance.held,
    transferable: transfers.transferable(place, currency),
  });
}
