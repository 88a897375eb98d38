import {
  ClientOptionBuilder,
  DefaultClient,
  logger,
  TransportOptionBuilder,
  WebSocketClientOptionBuilder,
} from 'kucoin-universal-sdk';
import { vi } from 'vitest';
import type { ReadyInfo } from '@fathom/practice';
import { deviations } from './declared-fields.ts';

/** Fields of a request as they go over the wire; enumerations by their words. */
type RequestFields<T> = { readonly [Name in keyof T]?: T[Name] | string };

/**
 * A request of the official client with these fields and no others: its own `create` writes `undefined` into the query
 * for each field that is not given.
 */
export function request<T extends object>(
  kind: { readonly builder: () => { readonly build: () => T } },
  fields: RequestFields<T>,
): T {
  return Object.assign(kind.builder().build(), fields);
}

/** The same service, whose answers are what the client's own declarations promise. */
function checked<T extends object>(service: T): T {
  return new Proxy(service, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...input: readonly unknown[]): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(method, target, input);
        const found = typeof answer === 'object' && answer !== null ? deviations(answer) : [];
        if (found.length > 0) throw new Error(`${String(name)}: ${found.join('; ')}`);
        return answer;
      };
    },
  });
}

const ignore = (): void => undefined;

function defaultClient(ready: ReadyInfo, label: string): DefaultClient {
  const key = ready.keys.find(each => each.label === label);
  if (key === undefined) throw new Error(`the exchange issued no key ${label}`);
  logger.setGlobalLogger({ log: ignore, info: ignore, warn: ignore, error: ignore, debug: ignore }, null);
  const option = new ClientOptionBuilder()
    .setKey(key.key)
    .setSecret(key.secret)
    .setPassphrase(key.passphrase)
    .setSpotEndpoint(ready.spot)
    .setFuturesEndpoint(ready.futures)
    .setBrokerEndpoint(ready.spot)
    .setTransportOption(new TransportOptionBuilder().setKeepAlive(true).build())
    .setWebSocketClientOption(new WebSocketClientOptionBuilder().withReconnect(false).build())
    .build();
  return new DefaultClient(option);
}

/** The official client with the prepared key of a label, on the practice exchange alone. */
export function universalClient(ready: ReadyInfo, label = 'treasurer') {
  const rest = defaultClient(ready, label).restService();
  const [spot, margin, futures] = [rest.getSpotService(), rest.getMarginService(), rest.getFuturesService()];
  const account = rest.getAccountService();
  return {
    spotMarket: checked(spot.getMarketApi()),
    spotOrders: checked(spot.getOrderApi()),
    marginMarket: checked(margin.getMarketApi()),
    marginOrders: checked(margin.getOrderApi()),
    debit: checked(margin.getDebitApi()),
    riskLimit: checked(margin.getRiskLimitApi()),
    futuresMarket: checked(futures.getMarketApi()),
    futuresOrders: checked(futures.getOrderApi()),
    positions: checked(futures.getPositionsApi()),
    funding: checked(futures.getFundingFeesApi()),
    accounts: checked(account.getAccountApi()),
    subAccounts: checked(account.getSubAccountApi()),
    transfers: checked(account.getTransferApi()),
    deposits: checked(account.getDepositApi()),
    withdrawals: checked(account.getWithdrawalApi()),
    fees: checked(account.getFeeApi()),
  };
}
export type UniversalClient = ReturnType<typeof universalClient>;

/** The six connections of the official client, none open yet. */
export function universalFeeds(ready: ReadyInfo, label = 'treasurer') {
  const feeds = defaultClient(ready, label).wsService();
  return {
    spotPublic: feeds.newSpotPublicWS(),
    spotPrivate: feeds.newSpotPrivateWS(),
    marginPublic: feeds.newMarginPublicWS(),
    marginPrivate: feeds.newMarginPrivateWS(),
    futuresPublic: feeds.newFuturesPublicWS(),
    futuresPrivate: feeds.newFuturesPrivateWS(),
  };
}

/** Each connection has a thread of its own, which writes what it does to the output. Returns a call that shows it again. */
export function muteWorkers(): () => void {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => write.mockRestore();
}
