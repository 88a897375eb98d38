import type { Decimal } from '#shared/decimal.ts';
import type { ChainRecord, CurrencyRecord } from './types.ts';

interface ChainOutline extends Partial<ChainRecord> {
  readonly chainId: string;
  readonly chainName: string;
  readonly withdrawalMinSize: Decimal;
  readonly withdrawalMinFee: Decimal;
  readonly confirms: number;
  readonly blockMs: number;
}

function chain(outline: ChainOutline): ChainRecord {
  return {
    depositMinSize: null,
    maxDeposit: null,
    withdrawFeeRate: '0',
    maxWithdraw: null,
    withdrawPrecision: 8,
    isDepositEnabled: true,
    isWithdrawEnabled: true,
    preConfirms: outline.confirms,
    contractAddress: '',
    needsTag: false,
    ...outline,
  };
}

const minuteMs = 60_000;
const ethereum = { chainId: 'eth', chainName: 'ERC20', confirms: 64, preConfirms: 32, blockMs: 12_000 } as const;
const tron = { chainId: 'trx', chainName: 'TRC20', confirms: 1, blockMs: 3000 } as const;
const kcc = { chainId: 'kcc', chainName: 'KCC', confirms: 20, blockMs: 3000 } as const;
const solana = { chainId: 'sol', chainName: 'SOL', confirms: 200, preConfirms: 100, blockMs: 400 } as const;

/**
 * The currencies of the practice exchange, with chains like the service's: one with a withdrawal switched off, one with
 * a deposit switched off, one that needs a tag, one that charges by rate (docs/exchange/records.md §11.1).
 */
export const listing: readonly CurrencyRecord[] = [
  {
    currency: 'BTC',
    name: 'BTC',
    fullName: 'Bitcoin',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({
        chainId: 'btc',
        chainName: 'BTC',
        depositMinSize: '0.0002',
        withdrawalMinSize: '0.001',
        withdrawalMinFee: '0.0005',
        confirms: 3,
        preConfirms: 1,
        blockMs: 10 * minuteMs,
      }),
      chain({
        chainId: 'btcln',
        chainName: 'Lightning Network',
        depositMinSize: '0.00001',
        maxDeposit: '0.03',
        withdrawalMinSize: '0.00001',
        withdrawalMinFee: '0.000015',
        maxWithdraw: '0.03',
        confirms: 1,
        blockMs: 1000,
      }),
      chain({
        ...kcc,
        withdrawalMinSize: '0.0008',
        withdrawalMinFee: '0.00002',
        contractAddress: '0xfa93c12cd345c658bc4644d1d4e1b9615952258c',
      }),
      chain({
        chainId: 'bech32',
        chainName: 'BTC-Segwit',
        depositMinSize: '0.0002',
        withdrawalMinSize: '0.0008',
        withdrawalMinFee: '0.0005',
        isWithdrawEnabled: false,
        confirms: 2,
        blockMs: 10 * minuteMs,
      }),
    ],
  },
  {
    currency: 'ETH',
    name: 'ETH',
    fullName: 'Ethereum',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({ ...ethereum, depositMinSize: '0.001', withdrawalMinSize: '0.01', withdrawalMinFee: '0.0012' }),
      chain({
        chainId: 'arbitrum',
        chainName: 'ARBITRUM',
        depositMinSize: '0.0005',
        withdrawalMinSize: '0.001',
        withdrawalMinFee: '0.0001',
        confirms: 240,
        blockMs: 250,
      }),
      chain({
        chainId: 'optimism',
        chainName: 'OPTIMISM',
        withdrawalMinSize: '0.001',
        withdrawalMinFee: '0.0002',
        isDepositEnabled: false,
        confirms: 100,
        blockMs: 2000,
      }),
    ],
  },
  {
    currency: 'USDT',
    name: 'USDT',
    fullName: 'Tether',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({
        ...ethereum,
        depositMinSize: '1',
        withdrawalMinSize: '10',
        withdrawalMinFee: '4',
        withdrawPrecision: 6,
        contractAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      }),
      chain({
        ...tron,
        depositMinSize: '0.01',
        withdrawalMinSize: '3',
        withdrawalMinFee: '1.5',
        withdrawPrecision: 6,
        contractAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      }),
      chain({
        chainId: 'omni',
        chainName: 'OMNI',
        depositMinSize: '1',
        withdrawalMinSize: '20',
        withdrawalMinFee: '25',
        isWithdrawEnabled: false,
        isDepositEnabled: false,
        confirms: 3,
        preConfirms: 2,
        blockMs: 10 * minuteMs,
      }),
      chain({
        ...kcc,
        withdrawalMinSize: '10',
        withdrawalMinFee: '0.3',
        contractAddress: '0x0039f574ee5cc39bdd162e9a88e3eb1f111baf48',
      }),
    ],
  },
  {
    currency: 'USDC',
    name: 'USDC',
    fullName: 'USD Coin',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({
        ...ethereum,
        depositMinSize: '1',
        withdrawalMinSize: '10',
        withdrawalMinFee: '3',
        withdrawPrecision: 6,
        contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      }),
      chain({
        ...solana,
        withdrawalMinSize: '5',
        withdrawalMinFee: '1',
        withdrawPrecision: 6,
        contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      }),
    ],
  },
  {
    currency: 'SOL',
    name: 'SOL',
    fullName: 'Solana',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [chain({ ...solana, depositMinSize: '0.01', withdrawalMinSize: '0.1', withdrawalMinFee: '0.008' })],
  },
  {
    currency: 'XRP',
    name: 'XRP',
    fullName: 'XRP',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({
        chainId: 'xrp',
        chainName: 'XRP',
        depositMinSize: '1',
        withdrawalMinSize: '20',
        withdrawalMinFee: '0.5',
        withdrawPrecision: 6,
        needsTag: true,
        confirms: 1,
        blockMs: 4000,
      }),
    ],
  },
  {
    currency: 'DOGE',
    name: 'DOGE',
    fullName: 'Dogecoin',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      chain({
        chainId: 'doge',
        chainName: 'DOGE',
        depositMinSize: '10',
        depositFeeRate: '0.001',
        withdrawalMinSize: '30',
        withdrawalMinFee: '5',
        withdrawFeeRate: '0.002',
        withdrawMaxFee: '200',
        confirms: 30,
        preConfirms: 10,
        blockMs: minuteMs,
      }),
    ],
  },
  {
    currency: 'KCS',
    name: 'KCS',
    fullName: 'KuCoin Token',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: false,
    chains: [
      chain({ ...kcc, withdrawalMinSize: '0.5', withdrawalMinFee: '0.01' }),
      chain({
        ...ethereum,
        withdrawalMinSize: '2',
        withdrawalMinFee: '0.9',
        contractAddress: '0xf34960d9d60be18cc1d5afc1a6f012a723a28811',
      }),
    ],
  },
];
