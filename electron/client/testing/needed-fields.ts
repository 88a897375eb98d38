/**
 * The fields of each row that the client cannot do without, in the exchange's spelling: without one of them the row is
 * unreadable. Any other field may be null or absent; what it says is then unknown. Fields of a table inside the row are
 * not counted.
 */
export const neededFields: Readonly<Record<string, string>> = {
  'GET /api/v1/account-overview-all':
    'accountEquity accountName availableBalance currency frozenFunds marginBalance orderMargin positionMargin unrealisedPNL',
  'GET /api/v1/accounts': 'balance currency id type',
  'GET /api/v1/accounts/ledgers': 'accountType amount bizType createdAt currency direction id',
  'GET /api/v1/deposits': 'amount createdAt currency',
  'GET /api/v1/hf/accounts/ledgers': 'accountType amount bizType createdAt currency direction id',
  'GET /api/v1/hf/fills': 'createdAt id orderId price side size symbol tradeId',
  'GET /api/v1/hf/orders/active': 'active createdAt dealSize id side symbol',
  'GET /api/v1/hf/orders/active/page': 'active createdAt dealSize id side symbol',
  'GET /api/v1/hf/orders/done': 'active createdAt dealSize id side symbol',
  'GET /api/v1/hist-withdrawals': 'address amount createAt currency',
  'GET /api/v1/isolated/symbols': 'baseCurrency flDebtRatio maxLeverage quoteCurrency symbol',
  'GET /api/v1/limit/fills': 'createdAt orderId price side size symbol tradeId',
  'GET /api/v1/market/histories': 'price sequence side size time',
  'GET /api/v1/orders': 'createdAt dealSize id isActive side symbol',
  'GET /api/v1/stop-order': 'createdAt id side stopPrice symbol',
  'GET /api/v1/stop-order/queryOrderByClientOid': 'createdAt id side stopPrice symbol',
  'GET /api/v1/trade-fees': 'makerFeeRate symbol takerFeeRate',
  'GET /api/v1/transaction-history': 'amount currency offset time type',
  'GET /api/v1/withdrawals': 'address amount createdAt currency',
  'GET /api/v2/sub-accounts': 'subName subUserId',
  'GET /api/v2/sub/user': 'subName userId',
  'GET /api/v2/symbols':
    'baseCurrency baseIncrement baseMaxSize baseMinSize feeCurrency priceIncrement quoteCurrency quoteIncrement quoteMinSize symbol',
  'GET /api/v3/currencies': 'currency fullName name precision',
  'GET /api/v3/currencies/{currency}': 'chainName',
  'GET /api/v3/hf/margin/account/ledgers': 'accountType amount bizType createdAt currency direction id',
  'GET /api/v3/hf/margin/fills': 'createdAt id orderId price side size symbol tradeId',
  'GET /api/v3/hf/margin/orders/active': 'active createdAt dealSize id side symbol',
  'GET /api/v3/hf/margin/orders/done': 'active createdAt dealSize id side symbol',
  'GET /api/v3/isolated/accounts': 'baseAsset debtRatio quoteAsset symbol',
  'GET /api/v3/margin/accounts': 'available currency hold liability total',
  'GET /api/v3/margin/borrow': 'createdTime currency orderNo size',
  'GET /api/v3/margin/interest': 'createdTime currency interestAmount',
  'GET /api/v3/margin/repay': 'createdTime currency orderNo size',
  'GET /api/v3/margin/symbols':
    'baseCurrency baseIncrement baseMaxSize baseMinSize feeCurrency priceIncrement quoteCurrency quoteIncrement quoteMinSize symbol',
  'GET /api/v3/oco/order/details/{orderId}': 'id price side size status stopPrice',
  'GET /api/v3/oco/orders': 'orderId orderTime symbol',
  'futures GET /api/v1/contract/funding-rates': 'fundingRate symbol timepoint',
  'futures GET /api/v1/contracts/active':
    'baseCurrency indexPriceTickSize initialMargin lotSize maintainMargin makerFeeRate maxLeverage maxOrderQty maxPrice multiplier quoteCurrency settleCurrency status symbol takerFeeRate tickSize type',
  'futures GET /api/v1/contracts/risk-limit/{symbol}':
    'initialMargin level maintainMargin maxLeverage maxRiskLimit minRiskLimit symbol',
  'futures GET /api/v1/fills': 'orderId price side size symbol tradeId tradeTime',
  'futures GET /api/v1/funding-history': 'funding id settleCurrency symbol timePoint',
  'futures GET /api/v1/history-positions': 'closeId closeTime pnl settleCurrency symbol type',
  'futures GET /api/v1/orders': 'createdAt id side symbol',
  'futures GET /api/v1/positions':
    'avgEntryPrice currentQty currentTimestamp id isOpen markPrice markValue openingTimestamp posCost posInit posMargin settleCurrency symbol unrealisedPnl',
  'futures GET /api/v1/recentDoneOrders': 'createdAt id side symbol',
  'futures GET /api/v1/recentFills': 'orderId price side size symbol tradeId tradeTime',
  'futures GET /api/v1/stopOrders': 'createdAt id side stopPrice symbol',
  'futures GET /api/v1/trade/history': 'price sequence side size tradeId ts',
};
