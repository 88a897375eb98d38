import type { FloodCall } from './flood-calls.ts';

/** What the bench and the thread that plays the page say to each other. Times are epoch ms. */

/** One round: cancels at a steady pace, with the flood or without it. */
export interface Round {
  readonly kind: 'round';
  readonly isFlooded: boolean;
  readonly profileId: string;
  readonly symbol: string;
  /** one cancel each */
  readonly orderIds: readonly string[];
}

export interface CancelTimes {
  readonly orderId: string;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  /** the outcome of the answer, or the kind and the sentence of its error */
  readonly outcome: string;
}

/** `call`: `[number, name, input]` as JSON text, as the page of the Chromium shell writes it. */
export type FromThread =
  | { readonly kind: 'call'; readonly text: string }
  | {
      readonly kind: 'round-over';
      readonly cancels: readonly CancelTimes[];
      readonly callsSent: number;
      readonly callsAnswered: number;
    };

/** `answer`: the result of a call as JSON text. */
export type ToThread = Round | { readonly kind: 'answer'; readonly number: number; readonly text: string };

export interface ThreadData {
  readonly calls: readonly FloodCall[];
}
