import * as z from 'zod/mini';
import { findChain, findCurrency } from '#practice/accounts/currencies/currency.ts';
import type { ChainRecord } from '#practice/accounts/currencies/types.ts';
import { depositAddress, depositMemo } from '#practice/accounts/deposits/addresses.ts';
import type { DepositRecord } from '#practice/accounts/deposits/deposits.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, epochMs, given, read, readQuery, text } from '#practice/http/endpoint/fields.ts';
import { monthWindow, pageFields, pageOf } from '#practice/http/endpoint/pages.ts';

/** Payments into the exchange, and where they go: docs/exchange/endpoints.md §6.5. */

function listPage(call: SignedCall, write: (record: DepositRecord) => JsonValue): Answer {
  const { minimumPageSize } = call.dialect;
  const DepositsQuery = z.object({
    currency: z.exactOptional(text(16)),
    status: z.exactOptional(choice('PROCESSING', 'SUCCESS', 'FAILURE')),
    startAt: z.exactOptional(epochMs),
    endAt: z.exactOptional(epochMs),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
  const query = readQuery(DepositsQuery, call.query);
  if (!query.ok) return query;
  const { currency, status, startAt, endAt } = query.value;
  const window = monthWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs });
  if (!window.ok) return window;
  const found = call.exchange.deposits.list(call.accountId, { ...given({ currency, status }), ...window.value });
  return accept(pageOf(found, query.value, write));
}

/** GET /api/v1/deposits: newest first, one month unless told. */
export function listDeposits(call: SignedCall): Answer {
  return listPage(call, record => ({
    currency: record.currency,
    chain: record.chain,
    status: record.status,
    address: record.address,
    memo: record.memo,
    isInner: record.isInner,
    amount: record.amount,
    fee: '0',
    walletTxId: record.walletTxId,
    createdAt: record.createdAtMs,
    updatedAt: record.updatedAtMs,
    remark: '',
    arrears: false,
  }));
}

/** GET /api/v1/hist-deposits: the old form, its time in seconds. */
export function listHistoricalDeposits(call: SignedCall): Answer {
  return listPage(call, record => ({
    currency: record.currency,
    createAt: Math.floor(record.createdAtMs / 1000),
    amount: record.amount,
    walletTxId: record.walletTxId,
    isInner: record.isInner,
    status: record.status,
  }));
}

const AddressRequest = z.object({ currency: text(16), chain: z.exactOptional(text(32)) });

interface AddressPlace {
  readonly currency: string;
  readonly chains: readonly ChainRecord[];
}

function placesOf({ currency: code, chain: wanted }: z.infer<typeof AddressRequest>): Outcome<AddressPlace> {
  const currency = findCurrency(code);
  if (currency === null) return refuse('parameter', `currency not exists: ${code}`, 'currency');
  if (wanted === undefined) return accept({ currency: code, chains: currency.chains });
  const chain = findChain(currency, wanted);
  if (chain === null) return refuse('parameter', `${code} has no chain ${wanted}`, 'chain');
  return accept({ currency: code, chains: [chain] });
}

function writeAddress(call: SignedCall, currency: string, chain: ChainRecord): JsonValue {
  return {
    address: depositAddress(call.accountId, chain.chainId),
    memo: chain.needsTag ? depositMemo(call.accountId) : '',
    chainId: chain.chainId,
    to: 'MAIN',
    expirationDate: 0,
    currency,
    contractAddress: chain.contractAddress,
    chainName: chain.chainName,
  };
}

/** GET /api/v3/deposit-addresses?currency&chain: where the account is paid, on the chains that take deposits. */
export function listAddresses(call: SignedCall): Answer {
  const query = readQuery(AddressRequest, call.query);
  if (!query.ok) return query;
  const places = placesOf(query.value);
  if (!places.ok) return places;
  const { currency, chains } = places.value;
  const open = chains.filter(({ isDepositEnabled }) => isDepositEnabled);
  return accept(open.map(chain => writeAddress(call, currency, chain)));
}

/** POST /api/v3/deposit-address/create: every account has its addresses from the beginning, so it is told again. */
export function createAddress(call: SignedCall): Answer {
  const body = read(AddressRequest, call.body);
  if (!body.ok) return body;
  const places = placesOf(body.value);
  if (!places.ok) return places;
  const { currency, chains } = places.value;
  const [chain] = chains;
  if (chain?.isDepositEnabled !== true)
    return refuse('parameter', `deposits of ${currency} on ${chain?.chainName ?? ''} are closed`, 'chain');
  return accept(writeAddress(call, currency, chain));
}
