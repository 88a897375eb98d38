import { useState } from 'react';
import type { ContractChange } from '#shared/domain/account/futures-account.ts';
import { type ActStage, useActStage } from '#bridge/account/use-act-stage.ts';
import { useWrite } from '#bridge/use-write.ts';

/** One id for the life of the sheet: main sends it once. */
export function useContractChange(profileId: string, symbol: string) {
  const [id] = useState(() => crypto.randomUUID());
  const write = useWrite('contracts.change', { refreshes: ['contracts.settings'] });
  const { stage, begin } = useActStage(profileId, id, write);
  const send = async (change: ContractChange): Promise<void> => {
    begin();
    await write.send({ profileId, setting: { id, symbol, change } });
  };
  const told: { readonly stage: ActStage; readonly send: typeof send } = { stage, send };
  return told;
}
