/**
 * The records' fields and JSON types, copied from docs/exchange/records.md (`document`) and from the service's
 * published examples (`live`). `?` marks a field that may be null.
 */
type Shape = Readonly<Record<string, string>>;

export function shape(types: Readonly<Record<string, string>>): Shape {
  const fields: Record<string, string> = {};
  for (const [type, names] of Object.entries(types)) {
    for (const name of names.split(' ')) fields[name] = type;
  }
  return fields;
}

const spotOrder = {
  string:
    'id symbol opType type side price size funds dealFunds dealSize fee feeCurrency stp stop stopPrice timeInForce visibleSize channel clientOid tradeType',
  boolean: 'stopTriggered postOnly hidden iceberg isActive cancelExist',
  number: 'cancelAfter createdAt',
};
const spotStop = {
  string:
    'id symbol userId status type side price size timeInForce channel clientOid domainId tradeSource tradeType feeCurrency takerFeeRate makerFeeRate stop stopPrice',
  boolean: 'postOnly hidden iceberg',
  number: 'cancelAfter orderTime createdAt',
};
const fill = {
  string:
    'symbol tradeId orderId counterOrderId side liquidity price size funds fee feeRate feeCurrency stop tradeType type',
  boolean: 'forceTaker',
  number: 'createdAt',
};
const futuresOrder = {
  string:
    'id symbol type side price value dealValue stp stop stopPriceType timeInForce leverage settleCurrency filledValue status',
  number: 'size dealSize createdAt updatedAt orderTime filledSize',
  boolean: 'postOnly hidden iceberg forceHold closeOrder isActive cancelExist reduceOnly',
};
const futuresFill = {
  string:
    'symbol tradeId orderId side liquidity price value openFeePay closeFeePay stop feeRate fixFee feeCurrency marginMode fee settleCurrency orderType displayType tradeType',
  number: 'size tradeTime createdAt',
  boolean: 'forceTaker',
  'string?': 'subTradeType',
};
const contract = {
  string:
    'symbol rootSymbol type baseCurrency quoteCurrency settleCurrency markMethod fairMethod fundingBaseSymbol fundingQuoteSymbol fundingRateSymbol indexSymbol settlementSymbol status openInterest premiumsSymbol1M premiumsSymbol8H fundingBaseSymbol1M fundingQuoteSymbol1M',
  number:
    'firstOpenDate maxOrderQty maxPrice lotSize tickSize indexPriceTickSize multiplier initialMargin maintainMargin maxRiskLimit minRiskLimit riskStep makerFeeRate takerFeeRate fundingFeeRate predictedFundingFeeRate turnoverOf24h volumeOf24h markPrice indexPrice lastTradePrice nextFundingRateTime maxLeverage',
  boolean: 'isDeleverage isQuanto isInverse',
  'number?': 'expireDate settleDate settlementFee',
  array: 'sourceExchanges',
};
const untypedContractFigures = 'takerFixFee makerFixFee lowPrice highPrice priceChgPct priceChg';
const positionText = 'id symbol settleCurrency';
const crossNumbers =
  'delevPercentage openingTimestamp currentTimestamp currentQty currentCost currentComm unrealisedCost realisedGrossCost realisedCost markPrice markValue posCost posInit posMargin realisedGrossPnl realisedPnl unrealisedPnl unrealisedPnlPcnt unrealisedRoePcnt avgEntryPrice liquidationPrice bankruptPrice';
const isolatedNumbers = `${crossNumbers} maintMarginReq riskLimit realLeverage posCross posComm posLoss posMaint maintMargin`;
const subUser = { string: 'userId subName access', number: 'uid status type createdAt', 'string?': 'remarks' };
const balance = 'currency balance available holds baseCurrency baseCurrencyPrice baseAmount';

export const documentShapes = {
  spotOrder: shape({ ...spotOrder, string: `${spotOrder.string} remark tags` }),
  spotStop: shape({ ...spotStop, 'string?': 'funds stp visibleSize remark tags', 'number?': 'stopTriggerTime' }),
  fill: shape(fill),
  futuresOrder: shape({
    ...futuresOrder,
    'string?': 'stopPrice clientOid remark tags',
    'boolean?': 'stopTriggered',
    'number?': 'visibleSize endAt',
  }),
  contract: shape({ ...contract, string: `${contract.string} ${untypedContractFigures}` }),
  subUser: shape(subUser),
  subHolding: shape({ string: 'subUserId subName', array: 'mainAccounts' }),
  subBalance: shape({ string: balance }),
  batchRow: shape({ string: 'orderId', boolean: 'success' }),
  syncBatchRow: shape({
    string: 'orderId originSize dealSize remainSize canceledSize status',
    number: 'orderTime matchTime',
    boolean: 'success',
  }),
} as const;

export const liveShapes = {
  spotOrder: shape({
    ...spotOrder,
    string: `${spotOrder.string} tax taxRate taxCurrency`,
    'string?': 'remark tags',
  }),
  spotStop: shape({
    ...spotStop,
    'string?': 'funds stp visibleSize remark tags relatedNo limitPrice pop activateCondition',
    'number?': 'stopTriggerTime',
  }),
  fill: shape({ ...fill, string: `${fill.string} tax taxRate taxCurrency` }),
  futuresOrder: shape({
    string: `${futuresOrder.string} tags marginMode avgDealPrice`,
    number: `${futuresOrder.number} visibleSize`,
    boolean: `${futuresOrder.boolean} stopTriggered`,
    'string?': 'stopPrice clientOid remark',
    'number?': 'endAt',
  }),
  contract: shape({
    ...contract,
    number: `${contract.number} ${untypedContractFigures} fundingRateGranularity k m f mmrLimit mmrLevConstant buyLimit sellLimit`,
    boolean: `${contract.boolean} supportCross`,
  }),
  subUser: shape({ ...subUser, array: 'tradeTypes openedTradeTypes', 'string?': 'remarks hostedStatus' }),
  subHolding: shape({
    string: 'subUserId subName',
    array: 'mainAccounts tradeAccounts marginAccounts tradeHFAccounts',
  }),
  subBalance: shape({ string: `${balance} tag` }),
  batchRow: shape({ string: 'orderId clientOid', boolean: 'success' }),
  syncBatchRow: shape({
    string: 'orderId clientOid originSize dealSize remainSize canceledSize status',
    number: 'orderTime matchTime',
    boolean: 'success',
  }),
} as const;

/** The same in both dialects. */
export const sharedShapes = {
  hfOrder: shape({
    string:
      'id clientOid symbol opType type side price size funds dealSize dealFunds remainSize remainFunds cancelledSize cancelledFunds fee feeCurrency timeInForce visibleSize channel tradeType tax',
    'string?': 'stp remark tags',
    boolean: 'postOnly hidden iceberg cancelExist inOrderBook active',
    number: 'cancelAfter createdAt lastUpdatedAt',
  }),
  hfFill: shape({
    number: 'id tradeId createdAt',
    string:
      'orderId counterOrderId symbol side liquidity type price size funds fee feeRate feeCurrency stop tradeType taxRate tax',
    boolean: 'forceTaker',
  }),
  syncOrder: shape({
    string: 'orderId clientOid originSize dealSize remainSize canceledSize status',
    number: 'orderTime matchTime',
  }),
  symbol: shape({
    string:
      'symbol name baseCurrency quoteCurrency feeCurrency market baseMinSize quoteMinSize baseMaxSize quoteMaxSize baseIncrement quoteIncrement priceIncrement priceLimitRate minFunds makerFeeCoefficient takerFeeCoefficient',
    boolean: 'isMarginEnabled enableTrading st callauctionIsEnabled',
    number: 'feeCategory',
    'number?':
      'callauctionPriceFloor callauctionPriceCeiling callauctionFirstStageStartTime callauctionSecondStageStartTime callauctionThirdStageStartTime tradingStartTime',
  }),
  futuresFill: shape(futuresFill),
  taxedFuturesFill: shape({ ...futuresFill, string: `${futuresFill.string} openFeeTaxPay closeFeeTaxPay` }),
  page: shape({ number: 'currentPage pageSize totalNum totalPage', array: 'items' }),
  book: shape({ number: 'time', string: 'sequence', array: 'bids asks' }),
  ticker: shape({
    number: 'sequence size bestBidSize bestAskSize ts',
    string: 'symbol side tradeId price bestBidPrice bestAskPrice',
  }),
  riskLevel: shape({
    string: 'symbol',
    number: 'level maxRiskLimit minRiskLimit maxLeverage initialMargin maintainMargin',
  }),
  position: shape({
    string: `${positionText} marginMode positionSide`,
    boolean: 'autoDeposit crossMode isOpen isInverse',
    number: `${isolatedNumbers} posCrossMargin posCommCommon posFunding maintainMargin riskLimitLevel leverage`,
  }),
  crossPosition: shape({
    string: `${positionText} marginMode positionSide`,
    boolean: 'crossMode isOpen isInverse',
    number: `${crossNumbers} leverage`,
  }),
  deposited: shape({
    string: positionText,
    boolean: 'autoDeposit crossMode isOpen',
    number: `${isolatedNumbers} userId`,
  }),
  overview: shape({
    string: 'currency',
    number:
      'accountEquity unrealisedPNL marginBalance positionMargin orderMargin frozenFunds availableBalance riskRatio maxWithdrawAmount',
  }),
  account: shape({ string: 'id currency type balance available holds' }),
  apiKey: shape({
    string: 'remark apiKey permission ipWhitelist',
    number: 'apiVersion createdAt uid',
    boolean: 'isMaster',
  }),
  baseFee: shape({ string: 'takerFeeRate makerFeeRate' }),
  error: shape({ string: 'code msg' }),
} as const;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What is wrong with a record: missing and surplus fields, and wrong types. Empty when it has exactly this shape. */
export function misfits(record: unknown, expected: Shape): readonly string[] {
  if (typeof record !== 'object' || record === null) return [`not an object: ${typeOf(record)}`];
  const faults: string[] = [];
  for (const [name, value] of Object.entries(record)) {
    const wanted = expected[name];
    const found = typeOf(value);
    if (wanted === undefined) faults.push(`surplus ${name}`);
    else if (wanted !== found && wanted !== `${found}?` && !(found === 'null' && wanted.endsWith('?'))) {
      faults.push(`${name}: ${found} instead of ${wanted}`);
    }
  }
  for (const name of Object.keys(expected)) {
    if (!(name in record)) faults.push(`missing ${name}`);
  }
  return faults;
}
