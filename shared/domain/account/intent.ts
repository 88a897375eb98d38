import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/**
 * One action of the user that changes something at the exchange, journalled before the first byte is sent. new → sent →
 * acknowledged | rejected | unknown → resolved (found-done or found-absent). In a dry run: dry, and nothing else.
 */
export const Intent = z.object({
  id: z.string(),
  profileId: z.string(),
  kind: z.enum([
    'place-order',
    'place-batch',
    'place-futures-batch',
    'place-stop',
    'place-futures-order',
    'place-pair',
    'place-protected-order',
    'cancel-order',
    'cancel-stop',
    'cancel-futures-order',
    'add-margin',
    'withdraw-margin',
    'set-margin-mode',
    'set-cross-leverage',
    'set-risk-limit',
    'set-position-mode',
    'place-margin-order',
    'cancel-margin-order',
    'cancel-margin-orders',
    'amend-order',
    'kill-switch',
    'borrow',
    'repay',
    'transfer',
  ]),
  /** clientOid, bizNo or the id of the order to cancel: the key of the lookup */
  key: z.string(),
  symbol: z.string(),
  /** one line for people, without secrets */
  summary: z.string(),
  state: z.enum(['new', 'sent', 'acknowledged', 'rejected', 'unknown', 'found-done', 'found-absent', 'dry']),
  detail: z.nullable(z.string()),
  createdAtMs: EpochMs,
  updatedAtMs: EpochMs,
});
export type Intent = z.infer<typeof Intent>;
