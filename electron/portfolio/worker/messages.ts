import * as z from 'zod/mini';
import { Failure } from '#shared/errors.ts';

/**
 * What the portfolio's thread is asked, and what it asks of the exchange meanwhile. The contents are checked by the types of the
 * caller, which is our own process.
 */

const PortfolioOutcome = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: Failure }),
]);
export type PortfolioOutcome = z.infer<typeof PortfolioOutcome>;

/** From the main thread: a question, or the exchange's answer to a request. */
export const PortfolioRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('question'),
    id: z.number(),
    method: z.enum(['read', 'rows', 'compare', 'trends']),
    question: z.unknown(),
    /** counts clients: candles of another exchange are not those of this one */
    clientNumber: z.number(),
    archiveVersion: z.number(),
    /** the exchange's time − the local one */
    offsetMs: z.number(),
  }),
  z.object({ kind: z.literal('market'), id: z.number(), result: PortfolioOutcome }),
]);
export type PortfolioRequest = z.infer<typeof PortfolioRequest>;

/** From the thread: an answer, or a request to the exchange. */
export const PortfolioReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id: z.number(), result: PortfolioOutcome }),
  z.object({
    kind: z.literal('market'),
    id: z.number(),
    clientNumber: z.number(),
    method: z.enum(['candles', 'pairs', 'contracts']),
    query: z.unknown(),
  }),
]);
export type PortfolioReply = z.infer<typeof PortfolioReply>;
