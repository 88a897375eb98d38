import { describe, expect, it } from 'vitest';
import { isolatedSymbolOf, isolatedWallet, walletTypeOf } from './isolated-wallet.ts';
import { createLedger } from './ledger.ts';

describe('the isolated wallets', () => {
  it('exist once per pair, and name their pair', () => {
    expect(isolatedSymbolOf(isolatedWallet('ETH-BTC'))).toBe('ETH-BTC');
    expect(isolatedSymbolOf('margin')).toBeNull();
  });

  it('have the type that the service names isolated', () => {
    expect([walletTypeOf(isolatedWallet('BTC-USDT')), walletTypeOf('margin'), walletTypeOf('main')]).toEqual([
      'isolated',
      'margin',
      'main',
    ]);
  });

  it('keep the balance of one pair apart from that of another', () => {
    const ledger = createLedger();
    const [bitcoin, ether] = [isolatedWallet('BTC-USDT'), isolatedWallet('ETH-USDT')];
    ledger.deposit({ accountId: 'ann', wallet: bitcoin, currency: 'USDT', amount: '5' });
    expect(
      ledger.transfer(
        { accountId: 'ann', wallet: ether, currency: 'USDT', amount: '1' },
        { accountId: 'ann', wallet: 'main' },
      ),
    ).toBe(false);
    expect(ledger.balance('ann', bitcoin, 'USDT').total).toBe('5');
    expect(ledger.balance('ann', ether, 'USDT').total).toBe('0');
  });
});
