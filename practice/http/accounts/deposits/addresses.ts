import * as z from 'zod/mini';
import { findChain, findCurrency } from '#practice/accounts/currencies/currency.ts';
import type { ChainRecord } from '#practice/accounts/currencies/types.ts';
import { depositAddress, depositMemo } from '#practice/accounts/deposits/addresses.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, read, readQuery, text } from '#practice/http/endpoint/fields.ts';

/** Where payments come in: docs/exchange/endpoints.md §6.5. Every account has its addresses from the beginning. */

const addressFields = { currency: text(16), chain: z.exactOptional(text(32)) };
const AddressQuery = z.object(addressFields);
const AddressBody = z.object({ ...addressFields, to: z.exactOptional(choice('main', 'trade')) });

interface AddressPlace {
  readonly currency: string;
  readonly chain: ChainRecord;
}

/** The chains asked for: the named one, or all of the currency, of which the first is the default. */
function placesOf({ currency, chain: wanted }: z.infer<typeof AddressQuery>): Outcome<readonly AddressPlace[]> {
  const record = findCurrency(currency);
  if (record === null) return refuse('parameter', `currency not exists: ${currency}`, 'currency');
  if (wanted === undefined) return accept(record.chains.map(chain => ({ currency, chain })));
  const chain = findChain(record, wanted);
  if (chain === null) return refuse('parameter', `${currency} has no chain ${wanted}`, 'chain');
  return accept([{ currency, chain }]);
}

function firstOf(places: readonly AddressPlace[]): Outcome<AddressPlace> {
  const [place] = places;
  if (place?.chain.isDepositEnabled === true) return accept(place);
  const name = `${place?.currency ?? ''} on ${place?.chain.chainName ?? ''}`;
  return refuse('parameter', `deposits of ${name} are closed`, 'chain');
}

/** What every form of an address has. */
function writePlace({ accountId, exchange }: SignedCall, { currency, chain }: AddressPlace): JsonFields {
  const { chainId, needsTag } = chain;
  return {
    address: depositAddress(accountId, chainId),
    memo: needsTag ? depositMemo(accountId) : '',
    chainId,
    to: exchange.deposits.walletOf({ accountId, currency, chainId }).toUpperCase(),
    currency,
  };
}

function writeNew(call: SignedCall, place: AddressPlace): JsonFields {
  return { ...writePlace(call, place), expirationDate: 0, chainName: place.chain.chainName };
}

type Write = (place: AddressPlace) => JsonFields;

function listOpen(call: SignedCall, write: Write): Answer {
  const query = readQuery(AddressQuery, call.query);
  if (!query.ok) return query;
  const places = placesOf(query.value);
  if (!places.ok) return places;
  return accept(places.value.filter(({ chain }) => chain.isDepositEnabled).map(write));
}

/** GET /api/v3/deposit-addresses?currency&chain: where the account is paid, on the chains that take deposits. */
export function listAddresses(call: SignedCall): Answer {
  return listOpen(call, place => ({
    ...writeNew(call, place),
    contractAddress: place.chain.contractAddress,
  }));
}

/** GET /api/v2/deposit-addresses?currency&chain: the older form. */
export function listOlderAddresses(call: SignedCall): Answer {
  return listOpen(call, place => ({
    ...writePlace(call, place),
    chain: place.chain.chainName,
    contractAddress: place.chain.contractAddress,
  }));
}

/** GET /api/v1/deposit-addresses?currency&chain: the oldest form, of one chain. */
export function getOldestAddress(call: SignedCall): Answer {
  const query = readQuery(AddressQuery, call.query);
  if (!query.ok) return query;
  const places = placesOf(query.value);
  if (!places.ok) return places;
  const place = firstOf(places.value);
  return place.ok ? accept({ ...writePlace(call, place.value), chain: place.value.chain.chainName }) : place;
}

/** POST /api/v3/deposit-address/create: the same address is returned, and pays into the named wallet. */
export function createAddress(call: SignedCall): Answer {
  const body = read(AddressBody, call.body);
  if (!body.ok) return body;
  const places = placesOf(body.value);
  if (!places.ok) return places;
  const place = firstOf(places.value);
  if (!place.ok) return place;
  const { currency, chain } = place.value;
  const { accountId, exchange } = call;
  exchange.deposits.payInto({ accountId, currency, chainId: chain.chainId }, body.value.to ?? 'main');
  return accept(writeNew(call, place.value));
}
