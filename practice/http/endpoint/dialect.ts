import type { KeyPermission } from '#practice/accounts/types.ts';
import type { PoolName } from '#practice/wire/rate-limit.ts';

/**
 * Every difference between the two dialects, as data. `document` is the interface to the letter of its document; `live`
 * is what the service answers today (docs/exchange/endpoints.md §11). Nothing outside this file asks for a dialect's
 * name.
 */
export type DialectName = 'document' | 'live';

/** The envelope of a successful body: `{code,data}`, nothing, or the batch envelope of docs/exchange/records.md §5. */
export type Envelope = 'wrapped' | 'bare' | 'batch';

/** What `live` changes on an endpoint; the endpoint table itself holds the document's values. */
interface EndpointChange {
  readonly pool?: PoolName;
  readonly weight?: number;
  readonly permission?: KeyPermission;
}

export interface Dialect {
  readonly name: DialectName;
  /** `PREFIX-API-KEY` and its sisters, docs/exchange/authentication.md §2 */
  readonly headerPrefix: 'SVC' | 'KC';
  /** which envelope an endpoint of the document gets here: the live service wraps all 21 paths */
  readonly envelopes: Readonly<Record<Envelope, Envelope>>;
  /** by `venue METHOD path` */
  readonly endpointChanges: Readonly<Record<string, EndpointChange>>;
  /** smallest pageSize: the document knows a minimum for sub-accounts only, and it is 1 */
  readonly minimumPageSize: number;
  /**
   * fields that the document does not list: tax, clientOid of batch rows, marginMode, more wallets
   * (docs/exchange/endpoints.md §11)
   */
  readonly hasExtraFields: boolean;
  /** digits after the point to which stop orders are padded; null = shortest writing */
  readonly stopOrderScale: number | null;
  /**
   * remark and tags of a spot order when unset: text in the document, nullable today (docs/exchange/records.md §1.4)
   */
  readonly unsetSpotText: '' | null;
  /** transaction of a withdrawal that has none (docs/exchange/records.md §11.2) */
  readonly unsetTransaction: '' | null;
  /** tags of a futures order when unset: nullable in the document, empty text today (docs/exchange/records.md §1.4) */
  readonly unsetFuturesTags: '' | null;
  /** visibleSize of a futures order when unset: nullable in the document, zero today (docs/exchange/records.md §1.4) */
  readonly unsetVisibleLots: '0' | null;
  /**
   * stopTriggered of a futures order that is no stop: nullable in the document, false today
   * (docs/exchange/records.md §1.4)
   */
  readonly unsetStopTriggered: false | null;
  /** the live service writes the multiplier of inverse contracts below zero */
  readonly isInverseMultiplierNegative: boolean;
  /**
   * contract figures that docs/exchange/records.md §8.1 leaves without a type ("String unless noted") and the service
   * sends as numbers
   */
  readonly areUntypedFiguresText: boolean;
  readonly domainId: string;
}

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  document: {
    name: 'document',
    headerPrefix: 'SVC',
    envelopes: { wrapped: 'wrapped', bare: 'bare', batch: 'batch' },
    endpointChanges: {},
    minimumPageSize: 1,
    hasExtraFields: false,
    stopOrderScale: null,
    unsetSpotText: '',
    unsetTransaction: '',
    unsetFuturesTags: null,
    unsetVisibleLots: null,
    unsetStopTriggered: null,
    isInverseMultiplierNegative: false,
    areUntypedFiguresText: true,
    domainId: 'practice',
  },
  live: {
    name: 'live',
    headerPrefix: 'KC',
    envelopes: { wrapped: 'wrapped', bare: 'wrapped', batch: 'wrapped' },
    endpointChanges: {
      'spot DELETE /api/v3/hf/margin/orders': { weight: 5 },
      'futures GET /api/v1/contracts/risk-limit/:symbol': { pool: 'public' },
      'futures POST /api/v1/position/margin/deposit-margin': { permission: 'Futures' },
      'futures GET /api/v1/recentFills': { permission: 'Futures' },
      'futures GET /api/v1/positions': { permission: 'Futures' },
      'futures GET /api/v1/position': { permission: 'Futures' },
      'futures GET /api/v1/account-overview': { permission: 'Futures' },
    },
    minimumPageSize: 10,
    hasExtraFields: true,
    stopOrderScale: 20,
    unsetSpotText: null,
    unsetTransaction: null,
    unsetFuturesTags: '',
    unsetVisibleLots: '0',
    unsetStopTriggered: false,
    isInverseMultiplierNegative: true,
    areUntypedFiguresText: false,
    domainId: 'kucoin',
  },
};
