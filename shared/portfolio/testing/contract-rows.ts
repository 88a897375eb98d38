import type { Decimal } from '../../decimal.ts';
import type { ContractTerms } from '../contracts/contract-terms.ts';
import type { ContractFunding, ContractTrade, OpeningPosition } from '../rows/contract-row.ts';

/** For tests: a thousandth of a BTC, settled in USDT. */
export const linearTerms: ContractTerms = { multiplier: '0.001', isInverse: false, settleCoin: 'USDT' };
/** For tests: one USD, settled in XBT. */
export const inverseTerms: ContractTerms = { multiplier: '-1', isInverse: true, settleCoin: 'XBT' };

/** For tests: the terms of both contracts. */
export function testTerms(symbol: string): ContractTerms | null {
  if (symbol === 'XBTUSDTM') return linearTerms;
  return symbol === 'XBTUSDM' ? inverseTerms : null;
}

function buildStamp(minute: number) {
  return {
    account: 'main',
    atMs: minute * 60_000,
    stream: 'futures',
    id: String(minute),
    symbol: 'XBTUSDTM',
    positionSide: null,
  };
}

/** For tests: 100 lots bought without a fee. */
export function buildContractTrade(minute: number, overrides: Partial<ContractTrade> = {}): ContractTrade {
  return {
    ...buildStamp(minute),
    kind: 'contract-trade',
    tradeId: String(minute),
    side: 'buy',
    lots: '100',
    price: '60000',
    fee: '0',
    openFee: null,
    closeFee: null,
    ...overrides,
  };
}

/** For tests: a settlement whose booked amount is not known. */
export function buildContractFunding(minute: number, overrides: Partial<ContractFunding> = {}): ContractFunding {
  return { ...buildStamp(minute), kind: 'contract-funding', mark: '62000', rate: '0.0001', amount: null, ...overrides };
}

/** For tests: a long position that the records start with. */
export function buildOpeningPosition(minute: number, overrides: Partial<OpeningPosition> = {}): OpeningPosition {
  return { ...buildStamp(minute), kind: 'position', lots: '100', mark: '60000', ...overrides };
}

/** For tests: example C as it is written, all of it. */
export function buildExampleC(): readonly [ContractTrade, ContractTrade, ContractFunding, ContractTrade] {
  return [
    buildContractTrade(1, { fee: '3.6' }),
    buildContractTrade(2, { price: '63000', fee: '3.78' }),
    buildContractFunding(3),
    buildContractTrade(4, { side: 'sell', lots: '150', price: '64000', fee: '5.76' }),
  ];
}

function buildInverseTrade(minute: number, price: Decimal, fee: Decimal): ContractTrade {
  return buildContractTrade(minute, { symbol: 'XBTUSDM', lots: '10000', price, fee });
}

/** For tests: example D, with the price of its sale. */
export function buildExampleD(): readonly ContractTrade[] {
  return [
    buildInverseTrade(1, '50000', '0.00012'),
    buildInverseTrade(2, '40000', '0.00015'),
    { ...buildInverseTrade(4, '62500', '0.000192'), side: 'sell', lots: '20000' },
  ];
}
