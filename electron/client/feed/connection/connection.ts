import { randomUUID } from 'node:crypto';
import type { FeedAccess } from '#client/types.ts';
import { createBacklog, type FrameListener } from './backlog.ts';
import type { FeedContext, FeedTimes } from './context.ts';
import { type ControlFrame, readFrame } from './frame.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { type AnsweringListener, type Probe, startProbe } from '../probe.ts';
import { createTopicRequests, type TopicAnswer, type TopicRequest } from './requests.ts';
import type { Socket, SocketEnd } from './socket.ts';

/** One websocket to a venue, from its first byte to its end. It is never revived. */
export interface Connection {
  /** true when the exchange has welcomed it; false when it ended before that */
  readonly welcomed: Promise<boolean>;
  readonly request: (request: TopicRequest) => Promise<TopicAnswer>;
  /** from now on frames go there, beginning with those that waited */
  readonly listen: (listener: FrameListener) => void;
  /** Reports whether the other end answers, now and after each change. */
  readonly onAnswering: (listener: AnsweringListener) => void;
  /** resolves with why, as a sentence; never rejects */
  readonly ended: Promise<string>;
  readonly isOver: () => boolean;
  /** ends with a goodbye */
  readonly end: (why: string) => void;
  /** ends at once: the other end receives no close frame */
  readonly drop: (why: string) => void;
}

export interface ConnectionOptions {
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly access: FeedAccess;
}

const tooLarge = 1009;
const unauthorised = 401;

function describe({ code, httpStatus, systemCode }: SocketEnd): string {
  if (httpStatus === unauthorised) return 'The exchange rejected the token of the feed.';
  if (httpStatus !== null) return `The exchange rejected the feed connection (HTTP ${httpStatus}).`;
  if (code === tooLarge) return 'The exchange sent more in one message than is allowed.';
  if (systemCode !== null) return `The feed connection failed (${systemCode}).`;
  return `The feed connection was closed (${code}).`;
}

/** The address contains the token and must not be logged or published. */
function addressOf({ endpoint, token }: FeedAccess): string {
  const url = new URL(endpoint);
  url.searchParams.set('token', token);
  url.searchParams.set('connectId', randomUUID());
  return url.href;
}

/** The end of a connection, once: everything that waits for it is notified. */
function createEnding() {
  const over = new AbortController();
  const welcomed = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<string>();
  return {
    over: over.signal,
    welcomed,
    ended: ended.promise,
    /** false when it had already ended */
    end: (why: string): boolean => {
      if (over.signal.aborted) return false;
      over.abort();
      welcomed.resolve(false);
      ended.resolve(why);
      return true;
    },
  };
}

/** Dials at once. Frames of topics count only after the welcome. docs/exchange/feeds.md §1. */
export function openConnection({ context, times, access }: ConnectionOptions): Connection {
  const { over, welcomed, ended, end } = createEnding();
  const backlog = createBacklog();
  let onFrame: FrameListener = backlog.add;
  let heartbeat: Heartbeat | null = null;
  let probe: Probe | null = null;
  const send = (text: string): void => socket.send(text);
  const requests = createTopicRequests({ context, acknowledgeMs: times.acknowledgeMs, send, over });
  const drop = (why: string): void => {
    if (end(why)) socket.destroy();
  };
  const sayGoodbye = (why: string): void => {
    if (end(why)) socket.close();
  };
  const onSilence = (): void => drop('The exchange no longer answers on the feed connection.');

  /**
   * An error without a request is about the connection; 401 ends it; other errors (509) are noticed by the deadlines.
   */
  const onError = (frame: ControlFrame): void => {
    if (frame.code === unauthorised) drop('The exchange rejected the token of the feed.');
    else if (!requests.answer(frame) && heartbeat === null)
      drop(`The exchange rejected the feed: ${frame.words ?? ''}`);
  };
  const onControl = (frame: ControlFrame): void => {
    if (frame.type === 'welcome') {
      heartbeat ??= startHeartbeat({ ...access, context, ping: requests.ping, onSilence, over });
      probe ??= startProbe({ context, ping: requests.ping, over });
      welcomed.resolve(true);
    } else if (frame.type === 'pong') heartbeat?.ponged();
    else if (frame.type === 'ack') requests.answer(frame);
    else if (frame.type === 'error') onError(frame);
    else context.log.debug('feed.unknown-control', { type: frame.type.slice(0, 40) });
  };
  const socket: Socket = context.openSocket(addressOf(access), {
    text(text) {
      if (over.aborted) return;
      probe?.received();
      const frame = readFrame(text);
      if (frame.kind === 'control') onControl(frame);
      else if (heartbeat !== null) onFrame(frame);
    },
    ended: why => void end(describe(why)),
  });
  return {
    welcomed: welcomed.promise,
    request: requests.request,
    listen(listener) {
      onFrame = listener;
      // what did not fit is lost, and a connection that lost something is no good
      if (!backlog.handOver(listener)) sayGoodbye('Too much came before the connection was taken over.');
    },
    onAnswering: listener => probe?.listen(listener),
    ended,
    isOver: () => over.aborted,
    end: sayGoodbye,
    drop,
  };
}
