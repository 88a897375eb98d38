import { type Decimal, fromUnits } from '#shared/decimal.ts';
import { dayMs } from '../kernel/durations.ts';
import type { Random } from '../kernel/kernel.ts';
import { hexDigits, integer } from '../kernel/random.ts';
import type { Ledger, SubAccountRecord, Wallet } from './types.ts';

interface SubAccountOutline {
  readonly subName: string;
  readonly remarks?: string;
  /** 2 enabled, 3 frozen (docs/exchange/records.md §10.4) */
  readonly status?: number;
  /** 0 normal, 1 robot, 2 novice-financial, 5 asset-management */
  readonly type?: number;
  readonly access?: string;
  readonly figures?: SubAccountRecord['figures'];
  readonly balances: Readonly<Partial<Record<Wallet, Readonly<Record<string, Decimal>>>>>;
  /** what of the main wallet is on hold: a withdrawal that waits, or a review */
  readonly held?: Readonly<Record<string, Decimal>>;
}

/**
 * A real firm's sub-accounts: a few large, many small, one empty, two frozen, one full of dust. One has nearly all in one
 * coin, one holds nearly all back, one is most of the firm, and one pays back to its clients (sub-account-life.ts).
 */
const outlines: readonly SubAccountOutline[] = [
  {
    subName: 'deskalpha',
    remarks: 'Alpha: BTC and ETH, intraday',
    balances: {
      main: { USDT: '412886.55172', BTC: '2.41870233', ETH: '31.5501274' },
      trade: { USDT: '98114.2', BTC: '0.75', ETH: '12.25' },
      margin: { USDT: '15000', BTC: '0.2' },
    },
  },
  {
    subName: 'deskbravo',
    remarks: 'Bravo: basis',
    balances: { main: { USDT: '1250000', USDC: '184220.031' }, trade: { BTC: '6.1', USDT: '52.109' } },
    held: { USDT: '250000' },
  },
  {
    subName: 'deskcharlie',
    remarks: 'Charlie: altcoins',
    balances: {
      main: { SOL: '2210.4471', XRP: '184000', DOGE: '951200.5', KCS: '5120.77', ETH: '4.02', USDT: '7312.9' },
      trade: { SOL: '145.5', XRP: '20500', USDT: '19988.41' },
    },
    held: { XRP: '36800', USDT: '1200' },
  },
  {
    subName: 'deskdelta',
    remarks: 'Delta: ETH-BTC',
    balances: { main: { ETH: '88.2', BTC: '3.05', USDT: '1040.5' }, trade: { ETH: '10', BTC: '0.4' } },
  },
  {
    subName: 'gridbotone',
    remarks: 'Grid BTC-USDT',
    type: 1,
    access: 'Spot',
    balances: { trade: { USDT: '25000', BTC: '0.2511' }, main: { USDT: '310.27' } },
  },
  {
    subName: 'gridbottwo',
    remarks: 'Grid ETH-USDT',
    type: 1,
    access: 'Spot',
    balances: { trade: { USDT: '18000', ETH: '5.4' }, main: { USDT: '99.9' } },
  },
  {
    subName: 'hedgebook',
    remarks: 'Futures hedge',
    access: 'Futures',
    balances: { futures: { USDT: '75000', XBT: '0.8' }, main: { USDT: '20210.44', BTC: '0.1' } },
  },
  {
    subName: 'treasury',
    remarks: 'Long-term holdings',
    type: 5,
    balances: {
      main: { BTC: '18.22000001', ETH: '240.5', SOL: '900', KCS: '41000', USDT: '3200000.000001', USDC: '950000' },
    },
    held: { USDT: '480000', BTC: '0.5' },
  },
  {
    subName: 'juniorone',
    remarks: 'Trainee, small limits',
    type: 2,
    balances: { main: { USDT: '500' }, trade: { USDT: '1480.25', BTC: '0.0103' } },
  },
  { subName: 'juniortwo', balances: { main: { USDT: '250' } } },
  {
    subName: 'oldstrategy',
    remarks: 'Frozen after review',
    status: 3,
    balances: { main: { USDT: '12044.18', XRP: '5000', DOGE: '80000' } },
    held: { USDT: '12044.18', DOGE: '80000' },
  },
  { subName: 'leavers', remarks: 'Frozen', status: 3, balances: { main: { BTC: '0.00417', USDT: '3.02' } } },
  {
    subName: 'dustbin',
    remarks: 'Leftovers',
    balances: {
      main: { BTC: '0.00000041', ETH: '0.0000093', USDT: '0.0042', DOGE: '0.7123', XRP: '0.0031', KCS: '0.00009' },
      trade: { SOL: '0.00000012', USDC: '0.000001' },
    },
  },
  { subName: 'newdesk', balances: {} },
  {
    subName: 'hostedfund',
    remarks: 'Hosted: balances not reported',
    type: 5,
    figures: 'omitted',
    balances: { main: { USDT: '640000' } },
  },
  {
    subName: 'migrated',
    remarks: 'Moved from an old system',
    figures: 'garbled',
    balances: { main: { USDT: '8100', XRP: '2500' } },
  },
  {
    subName: 'stakepool',
    remarks: 'Staking: SOL',
    type: 5,
    balances: { main: { SOL: '1480', USDT: '2150.4' } },
  },
  {
    subName: 'yieldfund',
    remarks: 'Pays back to its clients',
    type: 5,
    balances: { main: { USDT: '240000', ETH: '2.5' } },
  },
];

/** Small accounts of clients: with them the list is longer than one page of the exchange. */
const clientCount = 92;
const clients: readonly SubAccountOutline[] = Array.from({ length: clientCount }, (_, rank) => clientOf(rank));

function clientOf(rank: number): SubAccountOutline {
  const dollars: Decimal = `${120 + ((rank * 7919) % 4880)}`;
  const ether = fromUnits(BigInt(10 + ((rank * 37) % 90)), 2);
  return {
    subName: `client${String(rank + 1).padStart(3, '0')}`,
    status: rank % 24 === 11 ? 3 : 2,
    balances: { main: rank % 3 === 0 ? { USDT: dollars, ETH: ether } : { USDT: dollars } },
    held: rank % 8 === 5 ? { USDT: `${20 + rank}` } : {},
  };
}

const firstUid = 237_406_110;

interface SubAccountOptions {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly nowMs: number;
}

/** Opens the sub-accounts and pays their balances in. */
export function createSubAccounts({ ledger, random, nowMs }: SubAccountOptions): readonly SubAccountRecord[] {
  return [...outlines, ...clients].map((outline, index) => {
    const accountId = hexDigits(random, 24);
    for (const [wallet, coins] of balancesOf(outline)) {
      for (const [currency, amount] of Object.entries(coins)) ledger.deposit({ accountId, wallet, currency, amount });
    }
    for (const [currency, amount] of Object.entries(outline.held ?? {}))
      ledger.hold({ accountId, wallet: 'main', currency, amount });
    return {
      accountId,
      userId: accountId,
      uid: firstUid + index * 1013 + integer(random, 0, 900),
      subName: outline.subName,
      status: outline.status ?? 2,
      type: outline.type ?? 0,
      access: outline.access ?? 'All',
      createdAtMs: nowMs - ageDays(index) * dayMs - integer(random, 0, dayMs),
      remarks: outline.remarks ?? null,
      figures: outline.figures ?? 'listed',
    };
  });
}

/** The desks came first, one a month; then the clients, a few a week. */
function ageDays(index: number): number {
  return index < outlines.length ? 400 - index * 22 : 2 + (outlines.length + clientCount - index) * 3;
}

const wallets: readonly Wallet[] = ['main', 'trade', 'margin', 'futures'];

function balancesOf(outline: SubAccountOutline): readonly (readonly [Wallet, Readonly<Record<string, Decimal>>])[] {
  return wallets.map(wallet => [wallet, outline.balances[wallet] ?? {}] as const);
}
