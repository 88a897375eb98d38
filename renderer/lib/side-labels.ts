import type { Side } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';

/** The side of an order in a sentence. */
export const sideLabels: Readonly<Record<Side, string>> = { buy: t`buy`, sell: t`sell` };
