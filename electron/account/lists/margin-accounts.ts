import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type {
  CrossMarginAccount,
  IsolatedMarginAccount,
  MarginAccountRow,
  MarginHolding,
} from '#shared/domain/account/margin.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { add } from '#shared/decimal.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { MarginPositionUpdate } from '#client/feed/messages/wallets.ts';
import type { CallOptions } from '#client/types.ts';
import type { ListReadContext, ListRows } from '../account-list.ts';
import { isUnsupported, noMargin } from './margin-orders.ts';

/** In what the exchange counts the totals. */
const quoteCurrency = 'USDT';

export interface MarginAccountsAnswer {
  readonly rows: readonly MarginAccountRow[];
  readonly missing: readonly MissingPart[];
}

const crossId = 'cross';

function rowOfCross({ totalAssets, totalLiabilities, ...rest }: CrossMarginAccount): MarginAccountRow {
  return { ...rest, id: crossId, type: 'cross', symbol: null, totalAssets, totalLiabilities };
}

/** The exchange counts totals over all pairs only. */
function rowOfPair({ symbol, status, debtRatio, base, quote }: IsolatedMarginAccount): MarginAccountRow {
  const nothing = { quoteCurrency: null, totalAssets: null, totalLiabilities: null };
  return { ...nothing, id: symbol, type: 'isolated', symbol, status, debtRatio, holdings: [base, quote] };
}

function isUsed({ base, quote }: IsolatedMarginAccount): boolean {
  return [base, quote].some(({ total, liability }) => total !== '0' || liability !== '0');
}

async function readCross(client: ExchangeClient, options: CallOptions): Promise<Result<MarginAccountsAnswer>> {
  const read = await client.margin.crossAccount({ quoteCurrency }, options);
  if (read.ok) return succeed({ rows: [rowOfCross(read.value)], missing: [] });
  return isUnsupported(read.error) ? succeed({ rows: [], missing: [noMargin('the cross margin account')] }) : read;
}

async function readIsolated(client: ExchangeClient, options: CallOptions): Promise<Result<MarginAccountsAnswer>> {
  const read = await client.margin.isolatedAccounts({ quoteCurrency }, options);
  if (read.ok) return succeed({ rows: read.value.pairs.filter(isUsed).map(rowOfPair), missing: [] });
  return isUnsupported(read.error) ? succeed({ rows: [], missing: [noMargin('isolated margin accounts')] }) : read;
}

/** The cross account and each isolated pair that holds or owes something. docs/exchange/endpoints.md §5.3. */
export async function readMarginAccounts(
  client: ExchangeClient,
  options: CallOptions,
): Promise<Result<MarginAccountsAnswer>> {
  const [cross, isolated] = await Promise.all([readCross(client, options), readIsolated(client, options)]);
  if (!cross.ok) return cross;
  if (!isolated.ok) return isolated;
  return succeed({
    rows: [...cross.value.rows, ...isolated.value.rows],
    missing: [...cross.value.missing, ...isolated.value.missing],
  });
}

type Debt = Extract<MarginPositionUpdate, { kind: 'debt' }>;

/** The part of an asset in a frame; of principal and interest it has the sum alone, which is kept apart from them. */
function holdingAfter(known: MarginHolding, { assets, debts }: Debt): MarginHolding {
  const asset = assets.find(({ currency }) => currency === known.currency);
  const debt = debts.find(({ currency }) => currency === known.currency);
  const figures = asset === undefined ? {} : { total: asset.total, available: asset.available, held: asset.held };
  if (debt === undefined || debt.amount === known.liability) return { ...known, ...figures };
  const isSum = known.principal !== null && add(known.principal, known.interest ?? '0') === debt.amount;
  const parts = isSum ? {} : { principal: null, interest: null };
  return { ...known, ...figures, ...parts, liability: debt.amount };
}

export interface MarginAccounts {
  readonly takeList: (answer: MarginAccountsAnswer, asked: ListReadContext) => void;
  readonly take: (update: MarginPositionUpdate) => void;
}

export interface MarginAccountsOptions {
  readonly rows: ListRows<MarginAccountRow>;
  /** a frame reported something that only an answer completes */
  readonly want: () => void;
  readonly monotonicMs: () => number;
}

/**
 * The margin accounts as frames and REST report them together. The debt ratio of the cross account is pushed every few
 * seconds while it owes something; a frame of a change of state, or of a currency that is not known, makes it be read.
 * docs/exchange/feeds.md §6.4.
 */
export function createMarginAccounts({ rows, want, monotonicMs }: MarginAccountsOptions): MarginAccounts {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let newestMs = 0;

  const takeDebt = (debt: Debt): void => {
    if (debt.timeMs < newestMs) return;
    newestMs = debt.timeMs;
    reportedAtMs = monotonicMs();
    const known = rows.all().get(crossId);
    const isKnown = (currency: string) => known?.holdings.some(holding => holding.currency === currency) === true;
    if (known === undefined || debt.assets.some(({ currency, total }) => total !== '0' && !isKnown(currency))) {
      want();
      return;
    }
    const holdings = known.holdings.map(holding => holdingAfter(holding, debt));
    // the totals of a frame are counted in another currency than those of REST
    rows.set({ ...known, debtRatio: debt.debtRatio, holdings });
  };

  return {
    takeList({ rows: read }, { requestedAtMs, unreadable }) {
      const ids = new Set(read.map(({ id }) => id));
      for (const row of read) {
        const known = rows.all().get(row.id);
        const isOvertaken = row.id === crossId && reportedAtMs > requestedAtMs && known !== undefined;
        rows.set(isOvertaken ? { ...row, debtRatio: known.debtRatio } : row);
      }
      for (const [id, known] of rows.all()) if (!ids.has(id) && !isMaybeUnreadable(unreadable, known)) rows.remove(id);
    },
    take(update) {
      if (update.kind === 'debt') takeDebt(update);
      else want();
    },
  };
}
