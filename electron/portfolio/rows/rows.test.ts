import { describe, expect, it } from 'vitest';
import type { SnapshotPosition } from '#archive/archive-store.ts';
import { buildRow, buildSnapshot, minuteMs, nowMs } from '../testing/fake-past.ts';
import { readAccountRows } from './account-rows.ts';
import { mapFunding, mapFuturesFills, mapSpotFills, openingPositions } from './map-fills.ts';
import { mapFuturesLedger, mapInterest, mapLedger } from './map-ledger.ts';
import { createWithdrawalFees } from './withdrawal-fees.ts';

const noFee = () => '0' as const;

const booking = { currency: 'USDT', amount: '10', side: 'in', wallet: 'MAIN' } as const;
const terms = { multiplier: '0.001', isInverse: false, settleCoin: 'USDT' } as const;
const options = { openings: [], isWithSubAccounts: false, readUntilMs: nowMs, termsOf: () => terms };

describe('bookings of the ledger', () => {
  it('bookings of the ledger are movements by their business type, signed by their direction', () => {
    const rows = [
      buildRow('a', 0, { ...booking, kind: 'DEPOSIT', currency: 'XBT' }),
      buildRow('b', 1, { ...booking, kind: 'TRADE_EXCHANGE', side: 'out', symbol: 'ETH-USDT', fee: '0.1' }),
      buildRow('c', 2, { ...booking, kind: 'Airdrop' }),
    ];
    const { movements } = mapLedger(rows, noFee);
    expect(movements.map(({ coin, amount, fee, part, bizType }) => [coin, amount, fee, part, bizType])).toEqual([
      ['BTC', '10', '0', 'in', 'DEPOSIT'],
      ['USDT', '-10', '0.1', 'trades', 'TRADE_EXCHANGE'],
      ['USDT', '10', '0', 'unclassified', 'Airdrop'],
    ]);
    expect(movements[1]?.tradeId).toContain('ETH-USDT');
    expect(movements[0]).toMatchObject({ account: '', stream: 'ledger', id: 'a', tradeId: null });
  });

  it('bookings of the ledger are legs of transfers: those between wallets separate from those of sub-accounts', () => {
    const rows = [
      buildRow('a', 0, { ...booking, kind: 'TRANSFER', side: 'out', fee: '1' }),
      buildRow('b', 0, { ...booking, kind: 'SUB_TRANSFER', fee: '1' }),
    ];
    const { movements, ownLegs, subLegs } = mapLedger(rows, noFee);
    expect(movements).toEqual([]);
    expect(ownLegs).toEqual([expect.objectContaining({ direction: 'out', amount: '10', fee: '1' })]);
    expect(subLegs).toEqual([expect.objectContaining({ direction: 'in', amount: '10', fee: '0' })]);
  });

  it('bookings of the ledger are omitted without an amount or a currency', () => {
    const rows = [buildRow('a', 0, { ...booking, amount: null }), buildRow('b', 0, { ...booking, currency: null })];
    expect(mapLedger(rows, noFee).movements).toEqual([]);
  });

  it('have the fee of the nearest withdrawal with the same amount, also with other trailing zeros', () => {
    const withdrawal = { currency: 'BTC', amount: '0.20', fee: '0.0005', status: 'success' };
    const feeOf = createWithdrawalFees([
      buildRow('w', 0, withdrawal),
      buildRow('v', 5 * minuteMs, { ...withdrawal, amount: '0.2', fee: '0.00050' }),
      buildRow('f', 0, { ...withdrawal, amount: '7', status: 'failure' }),
      buildRow('n', 0, { ...withdrawal, amount: '8', fee: null }),
    ]);
    const fee = (amount: '0.2005' | '0.3' | '7.0005' | '8', afterDays = 0) =>
      feeOf({ coin: 'BTC', amount, atMs: nowMs - (30 - afterDays) * 24 * 60 * minuteMs });
    expect([fee('0.2005'), fee('0.3'), fee('7.0005'), fee('8'), fee('0.2005', 20)]).toEqual([
      '0.0005',
      '0',
      '0',
      '0',
      '0',
    ]);
  });
});

describe('bookings of the futures wallet', () => {
  it('bookings of the futures wallet are legs of transfers and flows, and no movements when they are realised results or pending', () => {
    const row = { currency: 'XBT', status: 'Completed' } as const;
    const { movements, ownLegs } = mapFuturesLedger([
      buildRow('a', 0, { ...row, kind: 'TransferOut', amount: '-5' }),
      buildRow('b', 0, { ...row, kind: 'TransferIn', amount: '5' }),
      buildRow('c', 0, { ...row, kind: 'Deposit', amount: '2' }),
      buildRow('d', 0, { ...row, kind: 'Withdrawal', amount: '3' }),
      buildRow('e', 0, { ...row, kind: 'Withdrawal', amount: '-4' }),
      buildRow('f', 0, { ...row, kind: 'RealisedPNL', amount: '9' }),
      buildRow('g', 0, { ...row, kind: 'Deposit', amount: '9', status: 'Pending' }),
      buildRow('h', 0, { ...row, kind: 'Bonus', amount: '1' }),
      buildRow('i', 0, { ...row, kind: 'Bonus', amount: null }),
      buildRow('j', 0, { ...row, kind: null, amount: '1' }),
    ]);
    expect(ownLegs.map(({ coin, direction, amount }) => [coin, direction, amount])).toEqual([
      ['BTC', 'out', '5'],
      ['BTC', 'in', '5'],
    ]);
    expect(movements.map(({ amount, part }) => [amount, part])).toEqual([
      ['2', 'in'],
      ['-3', 'out'],
      ['-4', 'out'],
      ['1', 'unclassified'],
      ['1', 'unclassified'],
    ]);
  });
});

it('rows of interest lower assets minus liabilities', () => {
  const row = { currency: 'USDT', amount: '0.125', wallet: 'cross' };
  const [movement, ...others] = mapInterest([buildRow('a', 0, row), buildRow('b', 0, { ...row, amount: null })]);
  expect(movement).toMatchObject({ coin: 'USDT', amount: '-0.125', part: 'interest' });
  expect(others).toEqual([]);
});

describe('fills', () => {
  it('fills are trades on spot; without funds they are price × size, without a fee currency in the quote coin', () => {
    const fill = { symbol: 'BTC-USDT', side: 'sell', price: '60000', size: '0.5', amount: '30001', fee: '3' };
    const trades = mapSpotFills([
      buildRow('a', 0, { ...fill, tradeId: '7', feeCurrency: 'KCS' }),
      buildRow('b', 0, { ...fill, side: 'buy', amount: null, fee: null }),
      buildRow('c', 0, { ...fill, symbol: 'BTCUSDT' }),
      buildRow('d', 0, { ...fill, symbol: null }),
      buildRow('e', 0, { ...fill, size: null }),
    ]);
    expect(trades.map(({ tradeId, side, funds, fee, feeCoin }) => [tradeId, side, funds, fee, feeCoin])).toEqual([
      ['7', 'sell', '30001', '3', 'KCS'],
      ['b', 'buy', '30000', '0', 'USDT'],
    ]);
  });

  it('have the published parts of their fee on contracts', () => {
    const fill = { symbol: 'XBTUSDTM', side: 'buy', price: '60000', size: '100', fee: '3', tradeId: '1' };
    const [trade, bare, ...others] = mapFuturesFills([
      { ...buildRow('a', 0, fill), rest: { openFee: '1', closeFee: '2' } },
      buildRow('b', 0, { ...fill, tradeId: null, fee: null }),
      buildRow('c', 0, { ...fill, price: null }),
    ]);
    expect(trade).toMatchObject({ lots: '100', openFee: '1', closeFee: '2', positionSide: null });
    expect(bare).toMatchObject({ tradeId: 'b', fee: '0', openFee: null, closeFee: null });
    expect(others).toEqual([]);
  });

  it('fills and funding are as the exchange booked them', () => {
    const paid = { symbol: 'XBTUSDTM', amount: '-1.24', price: '62000' };
    const rows = [
      { ...buildRow('a', 0, paid), rest: { fundingRate: '0.0001' } },
      buildRow('b', 0, { ...paid, price: null }),
      buildRow('c', 0, { ...paid, amount: null }),
    ];
    expect(mapFunding(rows).map(({ amount, mark, rate }) => [amount, mark, rate])).toEqual([
      ['-1.24', '62000', '0.0001'],
      ['-1.24', '0', '0'],
    ]);
  });
});

function openings(positions: readonly SnapshotPosition[] | null) {
  const rows = openingPositions(buildSnapshot(0, [], { positions }));
  return rows.map(({ lots, mark, positionSide }) => [lots, mark, positionSide]);
}

describe('positions of a snapshot', () => {
  const position: SnapshotPosition = {
    symbol: 'XBTUSDTM',
    positionSide: null,
    lots: '-3',
    entryPrice: '60000',
    markPrice: '61000',
    unrealised: '-3',
    settleCurrency: 'USDT',
  };
  it('enter at their entry price, and are omitted without one', () => {
    expect(openings([position, { ...position, entryPrice: null }])).toEqual([['-3', '60000', null]]);
    expect(openings(null)).toEqual([]);
  });

  it('positions of a snapshot are two for a contract in hedge mode, also when one side is empty', () => {
    expect(openings([{ ...position, positionSide: 'short' }])).toEqual([
      ['-3', '60000', 'short'],
      ['0', '60000', 'long'],
    ]);
    const both = [
      { ...position, positionSide: 'short' },
      { ...position, positionSide: 'long', lots: '2' },
    ] as const;
    expect(openings(both)).toHaveLength(2);
  });
});

const unknownBooking = { ...booking, kind: 'OTHER', wallet: 'MARGIN' };
const loan = { kind: 'borrow', currency: 'USDT', amount: '10.0', status: 'success', wallet: 'cross' };

/** How many of three bookings are left as movements beside a loan. */
function countLeft(change: Partial<typeof loan>, afterMs = 0): number {
  const deposit = { ...unknownBooking, kind: 'DEPOSIT' };
  const ledger = [buildRow('a', 0, unknownBooking), buildRow('b', 0, unknownBooking), buildRow('c', 0, deposit)];
  const past = { ledger, loans: [buildRow('l', afterMs, { ...loan, ...change })] };
  return readAccountRows(past, options).movements.length;
}

describe('loans', () => {
  it('loans are no movement, and change the debt of the pool', () => {
    const past = {
      ledger: [buildRow('a', 0, unknownBooking), buildRow('b', 0, { ...unknownBooking, side: 'out', amount: '4' })],
      loans: [buildRow('l', 5000, loan), buildRow('r', 5000, { ...loan, kind: 'repay', amount: null, size: '4' })],
    };
    const { movements, poolRows } = readAccountRows(past, options);
    expect(movements).toEqual([]);
    expect(poolRows.map(({ kind }) => kind)).toEqual(['borrow', 'repay']);
  });

  it('have one booking each, of this amount and time, and none while they are pending', () => {
    expect(countLeft({})).toBe(2);
    expect([countLeft({ amount: '9' }), countLeft({ kind: 'repay' }), countLeft({ currency: 'BTC' })]).toEqual([
      3, 3, 3,
    ]);
    expect([countLeft({ status: 'pending' }), countLeft({}, 61_000)]).toEqual([3, 3]);
  });
});

describe('rows of an account', () => {
  it('pair a transfer to the futures wallet, so that it moves nothing', () => {
    const rows = readAccountRows(
      {
        ledger: [buildRow('a', 0, { ...booking, kind: 'TRANSFER', side: 'out' })],
        'futures-ledger': [buildRow('b', 1, { currency: 'USDT', kind: 'TransferIn', amount: '10' })],
      },
      options,
    );
    expect(rows.movements).toEqual([]);
    expect(rows.transfers.pairs).toHaveLength(1);
  });

  it('have the fee of a transfer between wallets as a fee', () => {
    const out = { ...booking, kind: 'TRANSFER', side: 'out', amount: '11', fee: '1' };
    const past = { ledger: [buildRow('a', 0, out), buildRow('b', 1, { ...booking, kind: 'TRANSFER' })] };
    const { movements, transfers, poolRows } = readAccountRows(past, options);
    expect(transfers.pairs).toHaveLength(1);
    expect(movements.map(({ part, amount, id }) => [part, amount, id])).toEqual([['fees', '-1', 'a']]);
    expect(poolRows).toEqual([expect.objectContaining({ kind: 'change', reason: 'fee', amount: '-1' })]);
  });

  it('rows of an account are a flow for a transfer with one leg, and for one to an excluded sub-account', () => {
    const past = {
      ledger: [
        buildRow('a', 0, { ...booking, kind: 'TRANSFER', side: 'out' }),
        buildRow('b', 0, { ...booking, kind: 'SUB_TRANSFER' }),
      ],
    };
    const parts = (isWithSubAccounts: boolean) =>
      readAccountRows(past, { ...options, isWithSubAccounts }).movements.map(({ part, amount }) => [part, amount]);
    expect(parts(false)).toEqual([
      ['out', '-10'],
      ['in', '10'],
    ]);
    expect(parts(true)).toEqual([['out', '-10']]);
  });

  it('have results, fees and funding of contracts as movements of the settle currency', () => {
    const fill = { symbol: 'XBTUSDTM', side: 'buy', price: '60000', size: '100', fee: '3.6', currency: 'USDT' };
    const rows = readAccountRows(
      {
        'futures-fills': [
          buildRow('a', 0, { ...fill, tradeId: '1' }),
          buildRow('b', minuteMs, { ...fill, side: 'sell', price: '61000', tradeId: '2' }),
        ],
        funding: [buildRow('c', 2 * minuteMs, { symbol: 'XBTUSDTM', amount: '-1.24', price: '61000' })],
      },
      options,
    );
    expect(rows.movements.map(({ part, amount }) => [part, amount])).toEqual([
      ['fees', '-3.6'],
      ['price', '100'],
      ['fees', '-3.6'],
      ['funding', '-1.24'],
    ]);
  });

  it('change pools by flows, interest, fees and unclassified rows, and by the fills of trades', () => {
    const rows = readAccountRows(
      {
        ledger: [
          buildRow('a', 0, { ...booking, kind: 'WITHDRAW', side: 'out', fee: '1' }),
          buildRow('b', 0, { ...booking, kind: 'Airdrop' }),
          buildRow('c', 0, { ...booking, kind: 'TRADE_EXCHANGE' }),
        ],
        interest: [buildRow('d', 0, { currency: 'USDT', amount: '2' })],
        'spot-fills': [buildRow('e', 0, { symbol: 'BTC-USDT', side: 'buy', price: '1', size: '1', tradeId: '1' })],
      },
      options,
    );
    const kinds = rows.poolRows.map(row => (row.kind === 'change' ? row.reason : row.kind));
    expect(kinds).toEqual(['trade', 'out', 'fee', 'other', 'interest']);
  });
});
