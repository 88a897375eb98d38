import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { createAnsweringFixture } from '#client/endpoints/testing/endpoint-fixture.ts';
import { json } from '#client/testing/fake-exchange.ts';
import { createInstruments } from '#trading/instruments.ts';
import type { HandlerOptions } from './handler-options.ts';
import { accountHandlers } from './accounts.ts';
import { futuresHandlers } from './futures.ts';
import { marginHandlers } from './money/margin.ts';
import { walletHandlers } from './money/wallet.ts';

const symbol = 'XBTUSDTM';
const here = { profileId: 'p' };

/** The handlers on a real client, whose exchange answers everything with this data. */
function build(data: unknown) {
  const { client } = createAnsweringFixture(() => json({ code: '200000', data }));
  const profiles: Pick<HandlerOptions['profiles'], 'onAccount'> = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read needs the client of the account only
    onAccount: (profileId, what) => what({ profileId, client } as Parameters<typeof what>[0]),
  };
  const trading: Pick<HandlerOptions['trading'], 'positionMode'> = {
    positionMode: on => createInstruments(() => 0).readPositionMode(on.client),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read touches nothing else
  const options = { profiles, trading } as HandlerOptions;
  return {
    ...accountHandlers(options),
    ...futuresHandlers(options),
    ...marginHandlers(options),
    ...walletHandlers(options),
  };
}

type Handlers = ReturnType<typeof build>;

/** Each read whose answer is one object. */
const reads: readonly (readonly [string, (handlers: Handlers) => Promise<{ readonly ok: boolean }>])[] = [
  ['contracts.read', on => on['contracts.read']({ ...here, symbol })],
  ['contracts.funding', on => on['contracts.funding']({ ...here, symbol })],
  ['contracts.settings', on => on['contracts.settings']({ ...here, symbol })],
  ['positions.mode', on => on['positions.mode'](here)],
  ['positions.mostToWithdraw', on => on['positions.mostToWithdraw']({ ...here, symbol })],
  ['accounts.baseFee', on => on['accounts.baseFee'](here)],
  ['accounts.marketFee of spot', on => on['accounts.marketFee']({ ...here, venue: 'spot', symbol })],
  ['accounts.marketFee of futures', on => on['accounts.marketFee']({ ...here, venue: 'futures', symbol })],
  ['margin.config', on => on['margin.config'](here)],
  ['margin.crossAccount', on => on['margin.crossAccount']({ ...here, quoteCurrency: 'USDT' })],
  ['margin.isolatedAccounts', on => on['margin.isolatedAccounts']({ ...here, quoteCurrency: 'USDT' })],
  ['currencies.read', on => on['currencies.read']({ ...here, currency: 'BTC', chain: null })],
];

const odd: readonly unknown[] = [null, '', 'odd', true, [], [null], {}, { positionMode: 2, symbol: null, odd: true }];

describe('an unreadable answer of one object', () => {
  it.each(reads)(
    'an unreadable answer of one object is a typed failure of %s, so that the page keeps the last value with its age',
    async (_name, read) => {
      for (const data of odd) {
        const answer = await read(build(data));
        expect(answer, JSON.stringify(data)).toMatchObject({ ok: false, error: { kind: 'bad-reply' } });
      }
    },
  );

  it('an unreadable answer of one object is not a failure when the exchange does not have the setting', async () => {
    const { client } = createAnsweringFixture(() => json({ code: '404000', msg: 'Url Not Found' }, 404));
    expect(await createInstruments(() => 0).readPositionMode(client)).toEqual(succeed('one-way'));
  });
});
