import { succeed } from '#shared/errors.ts';
import { listPolicies } from '#account/list-policies.ts';
import { keptShares } from '#client/budget/pool-queue.ts';
import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';
import { patientReads } from '../read-costs.ts';
import type { ReadSpending } from './read-spending.ts';

interface HealthHandlerOptions {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount'>;
  readonly spending: Pick<ReadSpending, 'report'>;
}

const lists = Object.fromEntries(
  Object.entries(listPolicies).map(([name, { cost, panelMs }]) => [name, { cost, intervalMs: panelMs }]),
);

/** How the exchange answers, and what is spent on asking it. */
export function healthHandlers({ profiles, spending }: HealthHandlerOptions): Pick<Handlers, 'health.read'> {
  return {
    'health.read': ({ profileId }) =>
      profiles.onAccount(profileId, ({ client }) =>
        Promise.resolve(
          succeed({
            endpoints: client.health(),
            spentByReads: spending.report(),
            patientReads: [...patientReads],
            lists,
            kept: { fromPanels: keptShares.visible, fromPatient: keptShares.background },
          }),
        ),
      ),
  };
}
