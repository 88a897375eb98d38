import { createClient } from '#client/client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { type Answering, createFakeExchange, json } from '#client/testing/fake-exchange.ts';
import { createSigner } from '#client/sign.ts';

export const action = { priority: 'action' } as const;

/** A client whose exchange answers every call with `body`. */
export function createFixture(body: unknown) {
  return createAnsweringFixture(() => json(body));
}

/** A client whose exchange answers each request with the given answer. */
export function createAnsweringFixture(answer: Answering) {
  const time = createFakeClock();
  const exchange = createFakeExchange(time.nowMs, answer);
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const settings = {
    spotUrl: 'https://s.example',
    futuresUrl: 'https://f.example',
    headerPrefix: 'KC',
    keyVersion: '3',
  } as const;
  const client = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  const sent = () =>
    exchange.calls().map(({ method, url, target, body: text }) => [method, url.host, target, text].join(' ').trim());
  return { client, sent, nowMs: time.nowMs };
}

export const page = (items: readonly unknown[]) => ({
  currentPage: 1,
  pageSize: 50,
  totalNum: items.length,
  totalPage: 1,
  items,
});

export const position = {
  id: 'p',
  symbol: 'XBTUSDTM',
  autoDeposit: false,
  maintMarginReq: 0.005,
  riskLimit: 500000,
  realLeverage: 4.97,
  crossMode: false,
  delevPercentage: 0.35,
  openingTimestamp: 1623832410892,
  currentTimestamp: 1623832488929,
  currentQty: -1,
  currentCost: 40.008,
  currentComm: 0.0240048,
  isOpen: true,
  markPrice: 40014.93,
  markValue: 40.01493,
  posCost: 40.008,
  posCross: 0.0000166,
  posInit: 8.0016,
  posComm: 0.02880576,
  posLoss: 1e-8,
  posMargin: 8.03,
  posMaint: 0.23,
  maintMargin: 8.04,
  realisedGrossPnl: 0,
  realisedPnl: -0.0253,
  unrealisedPnl: 0.00693,
  unrealisedPnlPcnt: 0.0002,
  unrealisedRoePcnt: 0.0009,
  avgEntryPrice: 40008,
  liquidationPrice: 0,
  bankruptPrice: 32007,
  userId: 1234321123,
  settleCurrency: 'USDT',
};
