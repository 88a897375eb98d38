import { shape } from './wire-shapes.ts';

const chain = {
  string: 'chainId chainName withdrawalMinSize withdrawalMinFee contractAddress withdrawFeeRate',
  'string?': 'depositMinSize',
  boolean: 'isWithdrawEnabled isDepositEnabled',
  number: 'confirms preConfirms',
};

/** Fields and JSON types of currencies and payments, as in wire-shapes.ts: `?` marks a field that may be null. */
export const accountShapes = {
  currency: shape({
    string: 'currency name fullName',
    number: 'precision',
    'number?': 'confirms',
    'string?': 'contractAddress',
    boolean: 'isMarginEnabled isDebitEnabled',
    array: 'chains',
  }),
  chain: {
    document: shape(chain),
    live: shape({
      ...chain,
      'string?': 'depositMinSize maxWithdraw maxDeposit',
      boolean: `${chain.boolean} needTag`,
      number: `${chain.number} withdrawPrecision`,
    }),
  },
  historicalWithdrawal: {
    document: shape({
      string: 'currency amount address walletTxId status',
      number: 'createAt',
      boolean: 'isInner',
    }),
    live: shape({
      string: 'currency amount address status',
      'string?': 'walletTxId',
      number: 'createAt',
      boolean: 'isInner',
    }),
  },
  withdrawal: shape({
    string: 'id currency chain status address memo amount fee remark',
    'string?': 'walletTxId',
    number: 'createdAt updatedAt',
    boolean: 'isInner arrears',
  }),
  withdrawalDetail: shape({
    string:
      'id currency chainId chainName currencyName status failureReason address memo amount fee remark cancelType returnStatus',
    'string?': 'failureReasonMsg walletTxId addressRemark taxDescription returnAmount returnCurrency',
    'array?': 'taxes',
    number: 'uid createdAt',
    boolean: 'isInner',
  }),
  transferable: shape({ string: 'currency balance available holds transferable' }),
  ledger: shape({
    string: 'id currency amount fee balance accountType bizType direction context',
    number: 'createdAt',
  }),
  hfLedger: shape({
    string: 'id currency amount fee tax balance accountType bizType direction createdAt context',
  }),
  marginLedger: shape({
    string: 'currency amount fee tax balance accountType bizType direction context',
    number: 'id createdAt',
  }),
  deposit: shape({
    string: 'currency chain status address memo amount fee walletTxId remark',
    number: 'createdAt updatedAt',
    boolean: 'isInner arrears',
  }),
  historicalDeposit: shape({ string: 'currency amount walletTxId status', number: 'createAt', boolean: 'isInner' }),
  depositAddress: shape({
    string: 'address memo chainId to currency contractAddress chainName',
    number: 'expirationDate',
  }),
  newDepositAddress: shape({ string: 'address memo chainId to currency chainName', number: 'expirationDate' }),
  userInfo: shape({
    number:
      'level subQuantity spotSubQuantity marginSubQuantity futuresSubQuantity optionSubQuantity maxSubQuantity maxDefaultSubQuantity maxSpotSubQuantity maxMarginSubQuantity maxFuturesSubQuantity maxOptionSubQuantity',
  }),
  quota: shape({
    string:
      'currency limitBTCAmount usedBTCAmount quotaCurrency limitQuotaCurrencyAmount usedQuotaCurrencyAmount remainAmount availableAmount withdrawMinFee innerWithdrawMinFee withdrawMinSize chain lockedAmount',
    'string?': 'reason',
    number: 'precision',
    boolean: 'isWithdrawEnabled',
  }),
} as const;
