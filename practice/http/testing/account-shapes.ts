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
} as const;
