import { describe, expect, it } from 'vitest';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { type ContractRecord, orderTermFields } from '#shared/domain/market/futures.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { checkFuturesOrder } from './futures.ts';

const opening: FuturesOrderRequest = {
  clientOid: 'f',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  leverage: '10',
  price: '100.5',
  size: '4',
};
const closing: FuturesOrderRequest = { ...opening, type: 'market', price: undefined, isReduceOnly: true };
const bare: ContractRecord = {
  ...buildFuturesContract(),
  type: null,
  status: null,
  baseCurrency: null,
  quoteCurrency: null,
  settleCurrency: null,
  lotSize: null,
  tickSize: null,
  multiplier: null,
};

describe('a contract without terms', () => {
  it.each(orderTermFields.map(field => [field]))('rejects a new order without %s, and names the field', field => {
    const message = `The exchange does not state ${field} of XBTUSDTM, so no new order is sent. Reduce-only orders are sent.`;
    const contract = { ...buildFuturesContract(), [field]: null };
    expect(checkFuturesOrder(opening, contract)).toEqual({ field: 'symbol', message });
  });

  it('accepts reduce-only and close orders without any of them', () => {
    expect(checkFuturesOrder(closing, bare)).toBeNull();
    expect(checkFuturesOrder({ ...opening, isReduceOnly: true }, bare)).toBeNull();
    const whole = { ...closing, isReduceOnly: undefined, isCloseOrder: true, size: undefined };
    expect(checkFuturesOrder(whole, bare)).toBeNull();
  });

  it('applies the terms that are stated to a reduce-only order', () => {
    expect(checkFuturesOrder({ ...closing, size: '0.5' }, { ...bare, lotSize: '1' })?.field).toBe('size');
    expect(checkFuturesOrder(closing, { ...bare, status: 'Paused' })?.field).toBe('symbol');
  });
});
