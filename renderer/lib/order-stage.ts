import type { Failure } from '#shared/errors.ts';

/**
 * Where one act that was asked for in a sheet stands. `checking`: the answer was lost and main is asking the exchange.
 * `told`: main has found out, and says in a sentence what became of it. `absent`: it was not done.
 */
export type OrderStage<T> =
  | { readonly kind: 'editing' | 'sending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'told'; readonly detail: string }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure }
  | { readonly kind: 'absent'; readonly detail: string };
