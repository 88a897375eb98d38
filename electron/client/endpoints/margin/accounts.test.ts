import { describe, expect, it } from 'vitest';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createFixture } from '../testing/endpoint-fixture.ts';

const published = (name: string) => createFixture(textOf(publishedExample(name).body));

describe('margin accounts', () => {
  it('reads the published cross account', async () => {
    const { client, sent } = published('GET /api/v3/margin/accounts');
    expect(await client.margin.crossAccount({ quoteCurrency: 'USDT' }, action)).toEqual({
      ok: true,
      value: {
        quoteCurrency: 'USDT',
        totalAssets: '40.8648372',
        totalLiabilities: '0',
        debtRatio: '0',
        status: 'effective',
        holdings: [
          {
            currency: 'USDT',
            total: '38.68855864',
            available: '20.01916691',
            held: '18.66939173',
            liability: '0',
            principal: '0',
            interest: '0',
            mostToBorrow: '163',
            isBorrowEnabled: true,
            isTransferInEnabled: true,
          },
        ],
      },
    });
    expect(sent()).toEqual(['GET s.example /api/v3/margin/accounts?quoteCurrency=USDT']);
  });

  it('reads the published isolated accounts', async () => {
    const { client, sent } = published('GET /api/v3/isolated/accounts');
    expect(await client.margin.isolatedAccounts({ quoteCurrency: 'USDT', symbol: 'BTC-USDT' }, action)).toMatchObject({
      value: {
        totalLiabilities: '0.00038891',
        pairs: [
          {
            symbol: 'BTC-USDT',
            status: 'effective',
            base: { currency: 'BTC', liability: '0' },
            quote: { currency: 'USDT', principal: '0.00038888', interest: '0.00000003', mostToBorrow: '44' },
          },
        ],
      },
    });
    expect(sent()).toEqual(['GET s.example /api/v3/isolated/accounts?symbol=BTC-USDT&quoteCurrency=USDT']);
  });

  it.each([
    ['BORROW', 'borrow'],
    ['REPAY', 'repay'],
    ['LIQUIDATION', 'liquidation'],
    ['BANKRUPTCY', 'bankruptcy'],
    ['DEBT', 'debt'],
    ['SLEEPING', 'unknown'],
  ])('reads %s as %s', async (word, status) => {
    const data = { totalAssetOfQuoteCurrency: '1', totalLiabilityOfQuoteCurrency: '1', debtRatio: '1', status: word };
    const { client } = createFixture({ code: '200000', data });
    expect(await client.margin.crossAccount({ quoteCurrency: 'BTC' }, action)).toMatchObject({
      value: { status, holdings: [] },
    });
  });

  it('reads the older form of an asset, and rejects one without its liability', async () => {
    const holding = { currency: 'BTC', total: '1', available: '1', hold: '0', liability: '0.5' };
    const totals = {
      totalAssetOfQuoteCurrency: '1',
      totalLiabilityOfQuoteCurrency: '1',
      debtRatio: '1',
      status: 'REPAY',
    };
    const older = createFixture({ ...totals, accounts: [holding] });
    expect(await older.client.margin.crossAccount({ quoteCurrency: 'BTC' }, action)).toMatchObject({
      value: { holdings: [{ liability: '0.5', principal: null, mostToBorrow: null, isBorrowEnabled: null }] },
    });
    const broken = createFixture({ ...totals, accounts: [{ ...holding, liability: null }] });
    expect(await broken.client.margin.crossAccount({ quoteCurrency: 'BTC' }, action)).toMatchObject({
      error: { kind: 'bad-reply', field: 'accounts.0.liability' },
    });
  });

  it('reads pairs and rules', async () => {
    const symbols = await published('GET /api/v3/margin/symbols').client.margin.symbols({}, action);
    expect(symbols).toMatchObject({ value: [{ symbol: 'BTC-USDT', isMarginEnabled: true, isTradingEnabled: true }] });
    const isolated = await published('GET /api/v1/isolated/symbols').client.margin.isolatedSymbols({}, action);
    expect(isolated).toEqual({
      ok: true,
      value: [
        {
          symbol: 'BTC-USDT',
          baseCurrency: 'BTC',
          quoteCurrency: 'USDT',
          maxLeverage: '10',
          liquidationDebtRatio: '0.97',
          isTradingEnabled: true,
          isBaseBorrowEnabled: true,
          isQuoteBorrowEnabled: true,
        },
      ],
    });
    const config = await published('GET /api/v1/margin/config').client.margin.config({}, action);
    expect(config).toMatchObject({
      value: { maxLeverage: '5', warningDebtRatio: '0.95', liquidationDebtRatio: '0.97' },
    });
  });
});

describe('loans', () => {
  it('borrows all or nothing, and repays', async () => {
    const { client, sent } = published('POST /api/v3/margin/borrow');
    expect(await client.margin.borrow({ currency: 'USDT', size: '10.50' }, action)).toEqual({
      ok: true,
      value: { orderNo: '67187162c0d6990007717b15', actualSize: '10' },
    });
    await client.margin.borrow({ currency: 'BTC', size: '0.12345678', symbol: 'BTC-USDT' }, action);
    const repay = published('POST /api/v3/margin/repay');
    expect(await repay.client.margin.repay({ currency: 'USDT', size: '10' }, action)).toMatchObject({
      value: { orderNo: '671873361d5bd400075096ad' },
    });
    expect([...sent(), ...repay.sent()]).toEqual([
      'POST s.example /api/v3/margin/borrow {"currency":"USDT","size":10.5,"timeInForce":"FOK"}',
      'POST s.example /api/v3/margin/borrow {"currency":"BTC","size":0.12345678,"timeInForce":"FOK","isIsolated":true,"symbol":"BTC-USDT"}',
      'POST s.example /api/v3/margin/repay {"currency":"USDT","size":10}',
    ]);
    expect(await client.margin.borrow({ currency: 'USDT', size: '0' }, action)).toMatchObject({
      error: { kind: 'invalid-request', field: 'size' },
    });
  });

  it('reads borrowed, repaid and charged amounts', async () => {
    const borrows = published('GET /api/v3/margin/borrow');
    const query = { currency: 'USDT', startAtMs: 1, endAtMs: 2 };
    expect(await borrows.client.margin.allLoans({ kind: 'borrow', ...query }, action)).toMatchObject({
      value: {
        isComplete: true,
        items: [
          { kind: 'borrow', actualSize: '10', status: 'success', symbol: null, createdAtMs: 1_729_655_138_000 },
          { orderNo: '67187155b088e70007149585', actualSize: '0', status: 'failed' },
        ],
      },
    });
    const repayments = published('GET /api/v3/margin/repay');
    expect(
      await repayments.client.margin.loans({ kind: 'repay', ...query, symbol: 'S', page: 1 }, action),
    ).toMatchObject({
      value: { items: [{ kind: 'repay', principal: '9.99986518', interest: '0.00013482', actualSize: null }] },
    });
    expect([...borrows.sent(), ...repayments.sent()]).toEqual([
      'GET s.example /api/v3/margin/borrow?currency=USDT&startTime=1&endTime=2&currentPage=1&pageSize=500',
      'GET s.example /api/v3/margin/repay?currency=USDT&isIsolated=true&symbol=S&startTime=1&endTime=2&currentPage=1',
    ]);
    const interest = published('GET /api/v3/margin/interest');
    expect(await interest.client.margin.allInterest({}, action)).toMatchObject({
      value: { isComplete: true, items: [{ dayRate: '0.000296', amount: '0.00000001' }, {}, {}] },
    });
    expect(await interest.client.margin.interest({ startAtMs: 2, endAtMs: 1 }, action)).toMatchObject({ ok: false });
    expect(await borrows.client.margin.loans({ kind: 'repay', ...query, startAtMs: 3 }, action)).toMatchObject({
      error: { kind: 'invalid-request' },
    });
  });

  it('reads the interest rates of loans', async () => {
    const items = [{ currency: 'BTC', hourlyBorrowRate: '0.0001', annualizedBorrowRate: '0.876', later: 1 }];
    const { client, sent } = createFixture({ code: '200000', data: { vipLevel: 0, items } });
    const rates = [{ currency: 'BTC', hourRate: '0.0001', yearRate: '0.876' }];
    expect(await client.margin.borrowRates({}, action)).toEqual({ ok: true, value: rates });
    await client.margin.borrowRates({ currencies: ['BTC', 'USDT'] }, action);
    expect(sent()).toEqual([
      'GET s.example /api/v3/margin/borrowRate',
      'GET s.example /api/v3/margin/borrowRate?currency=BTC%2CUSDT',
    ]);
  });

  it('sets the leverage of either account', async () => {
    const { client, sent } = published('POST /api/v3/position/update-user-leverage');
    expect(await client.margin.setLeverage({ leverage: '5' }, action)).toEqual({ ok: true, value: null });
    await client.margin.setLeverage({ leverage: '3.0', symbol: 'BTC-USDT' }, action);
    expect(sent()).toEqual([
      'POST s.example /api/v3/position/update-user-leverage {"leverage":"5"}',
      'POST s.example /api/v3/position/update-user-leverage {"symbol":"BTC-USDT","isIsolated":true,"leverage":"3"}',
    ]);
  });
});
