import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';

const symbol = 'XBTUSDTM';
const hourMs = 3_600_000;

let kit: FuturesKit;

/** ada long 10 lots at 50000 with leverage 10, bob short. */
beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '1000');
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10' });
});

const rows = () => kit.venue.transactions('ada').map(({ type, amount, fee, balance }) => [type, amount, fee, balance]);

describe('the movements of a futures wallet', () => {
  it('list deposits, and the realised PnL of each trade less its fee', () => {
    kit.mustOrder('bob', 'buy', { price: '51000', size: '4' });
    kit.mustOrder('ada', 'sell', { size: '4', isReduceOnly: true });
    expect(rows()).toEqual([
      ['RealisedPNL', '3.8776', '0.1224', '1003.5776'],
      ['RealisedPNL', '-0.3', '0.3', '999.7'],
      ['Deposit', '1000', '0', '1000'],
    ]);
    expect(kit.venue.transactions('ada')[0]).toMatchObject({ remark: symbol, currency: 'USDT' });
  });

  it('list transfers from and to other wallets, and not the margin of positions', () => {
    const own = { accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '25' } as const;
    kit.ledger.transfer(own, { accountId: 'ada', wallet: 'main' });
    kit.ledger.transfer({ ...own, wallet: 'main', amount: '5' }, { accountId: 'ada', wallet: 'futures' });
    kit.venue.addMargin('ada', { symbol, margin: '10', bizNo: 'one' });
    kit.mustOrder('ada', 'buy', { price: '49000' });
    expect(rows().slice(0, 3)).toEqual([
      ['TransferIn', '5', '0', '979.7'],
      ['TransferOut', '-25', '0', '974.7'],
      ['RealisedPNL', '-0.3', '0.3', '999.7'],
    ]);
  });

  it('list funding and the loss of a liquidation', () => {
    kit.clock.advance(8 * hourMs);
    kit.venue.tick(kit.clock.nowMs());
    expect(rows()[0]).toEqual(['RealisedPNL', '-0.05', '0', '999.65']);
    kit.venue.setIndexPrice(symbol, '45000');
    expect(rows()[0]).toEqual(['RealisedPNL', '-50.28', '0', '949.37']);
    expect(kit.venue.overview('ada', 'USDT').marginBalance).toBe('949.37');
  });

  it('have rising ids that can be requested as numbers', () => {
    kit.mustOrder('bob', 'buy', { price: '51000', size: '4' });
    kit.mustOrder('ada', 'sell', { size: '4', isReduceOnly: true });
    const ids = kit.venue.transactions('ada').map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toBeLessThan(2n ** 53n);
  });
});

describe('funding rows', () => {
  it('list payer, receiver and contract', () => {
    kit.clock.advance(8 * hourMs + 2000);
    kit.venue.tick(kit.clock.nowMs());
    const timeMs = Date.UTC(2026, 0, 1, 8);
    expect(kit.venue.fundingRates(symbol)).toEqual([{ rate: '0.0001', timeMs }]);
    expect(kit.venue.fundingRates('NOPE')).toEqual([]);
    const shared = {
      symbol,
      settleCurrency: 'USDT',
      timeMs,
      rate: '0.0001',
      markPrice: '50000',
      marginMode: 'ISOLATED',
    };
    expect(kit.venue.fundingPayments('ada')).toMatchObject([
      { ...shared, quantity: '10', value: '500', funding: '-0.05' },
    ]);
    expect(kit.venue.fundingPayments('bob')).toMatchObject([
      { ...shared, quantity: '-10', value: '-500', funding: '0.05' },
    ]);
  });

  it('reduce the wallet, not the margin, of a cross position', () => {
    kit.fund('cyd', '1000');
    kit.mustOrder('bob', 'sell', { price: '50000', size: '2', leverage: '1' });
    kit.mustOrder('cyd', 'buy', { size: '2', marginMode: 'CROSS' });
    const wallet = Number(kit.available('cyd'));
    kit.clock.advance(8 * hourMs);
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.position('cyd', symbol)).toMatchObject({ posLoss: '0', marginMode: 'CROSS' });
    expect(wallet - Number(kit.available('cyd'))).toBeCloseTo(0.01, 8);
  });
});
