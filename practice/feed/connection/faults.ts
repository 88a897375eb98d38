import type { VenueName } from '#practice/wire/venue-name.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { FeedRejection } from './protocol.ts';

/** Applies faults to feeds. Without a fault, frames pass unchanged. */

export interface ConnectionInfo {
  /** rises with each connection since the start */
  readonly number: number;
  readonly venue: VenueName;
  /** null: came with a public token */
  readonly accountId: string | null;
}

export type FrameKind = 'message' | 'welcome' | 'pong' | 'ack' | 'error';

export interface OutgoingFrame {
  readonly kind: FrameKind;
  /** null for control frames */
  readonly topic: string | null;
  readonly body: JsonFields;
  readonly text: string;
}

export type FrameTreatment =
  | { readonly kind: 'lose' | 'reorder' }
  /** the second copy comes `delayMs` later */
  | { readonly kind: 'duplicate'; readonly delayMs: number }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'replace'; readonly text: string }
  | ConnectionEnd;

/** `isAbrupt`: no close frame, the client sees 1006. */
export interface ConnectionEnd {
  readonly kind: 'close';
  readonly code: number;
  readonly reason: string;
  readonly isAbrupt: boolean;
}

export interface Behaviour {
  /** answers, but pushes nothing on this topic */
  isSilent(topic: string): boolean;
  readonly isMute: boolean;
  /** the socket is open and nothing passes in either direction */
  readonly isHalfOpen: boolean;
  /** null: as fast as the client reads */
  readonly bytesPerSecond: number | null;
}

export interface FeedFaults {
  /** the treatment of one frame; null: it is sent unchanged. Called once for each frame before it is sent. */
  treat(connection: ConnectionInfo, frame: OutgoingFrame): FrameTreatment | null;
  behaviour(connection: ConnectionInfo): Behaviour;
  /** how long the next frame is on its way, ms */
  latencyMs(): number;
  /** why the next subscription is refused, if it is */
  rejection(connection: ConnectionInfo): FeedRejection | null;
  /** the HTTP status that answers the next upgrade instead of a socket, if any */
  upgradeStatus(venue: VenueName): number | null;
  /** how far the exchange's clock is off, ms */
  skewMs(): number;
  /** after a fault was added or removed */
  onChange(listener: () => void): () => void;
}

const ordinary: Behaviour = { isSilent: () => false, isMute: false, isHalfOpen: false, bytesPerSecond: null };

export const noFeedFaults: FeedFaults = {
  treat: () => null,
  behaviour: () => ordinary,
  latencyMs: () => 0,
  rejection: () => null,
  upgradeStatus: () => null,
  skewMs: () => 0,
  onChange: () => () => undefined,
};
