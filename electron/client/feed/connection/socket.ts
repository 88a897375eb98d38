/** Why a socket ended. Codes only: a message could quote the address, and the token is in it. */
export interface SocketEnd {
  /** the close code of the protocol; 1006 when there was none */
  readonly code: number;
  /** HTTP status when the exchange refused the upgrade */
  readonly httpStatus: number | null;
  /** system error code, such as ECONNREFUSED */
  readonly systemCode: string | null;
}

export interface SocketEvents {
  readonly text: (text: string) => void;
  /** exactly once, and nothing after it */
  readonly ended: (end: SocketEnd) => void;
}

export interface Socket {
  readonly send: (text: string) => void;
  /** says goodbye, and ends a moment later whatever the other side does */
  readonly close: () => void;
  /** ends at once */
  readonly destroy: () => void;
}

/** Connects at once; before the connection is open the only event is `ended`. Never throws. */
export type OpenSocket = (url: string, events: SocketEvents) => Socket;
