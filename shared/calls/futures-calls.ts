import * as z from 'zod/mini';
import { exchangeRead, exchangeWrite } from '../domain/call-traits.ts';
import {
  ContractChange,
  ContractSetting,
  CurrentFunding,
  MarginMode,
  MarginWithdrawal,
  PositionMode,
} from '#shared/domain/account/futures-account.ts';
import { DecimalText, Name } from '#shared/domain/scalars.ts';
import { PositionSide } from '#shared/domain/market/position-side.ts';

const onProfile = { profileId: Name };
const onSymbol = z.strictObject({ ...onProfile, symbol: Name });
const onPosition = z.strictObject({ ...onProfile, symbol: Name, positionSide: z.optional(PositionSide) });

/** The calls about what an account has chosen for a contract, and margin that is taken out; part of the contract. */
export const futuresCalls = {
  'contracts.settings': {
    ...exchangeRead,
    input: onSymbol,
    output: z.object({ marginMode: MarginMode, crossLeverage: DecimalText }),
  },
  /** the rate that is running, and when it settles */
  'contracts.funding': { ...exchangeRead, input: onSymbol, output: CurrentFunding },
  'contracts.change': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, setting: ContractSetting }),
    output: ContractChange,
  },
  /** of the whole futures account */
  'positions.mode': {
    ...exchangeRead,
    input: z.strictObject(onProfile),
    output: z.object({ mode: PositionMode }),
  },
  /** the most that may be taken out now, in the settlement currency */
  'positions.mostToWithdraw': { ...exchangeRead, input: onPosition, output: z.object({ amount: DecimalText }) },
  'positions.withdrawMargin': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, withdrawal: MarginWithdrawal }),
    output: z.object({ amount: DecimalText }),
  },
} as const;
