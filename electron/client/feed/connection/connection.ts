import { randomUUID } from 'node:crypto';
import type { FeedAccess } from '#client/types.ts';
import { createTopicRequests, type TopicAnswer, type TopicRequest } from './requests.ts';
import { type BadFrame, type ControlFrame, type MessageFrame, readFrame } from './frame.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import type { FeedTimes, FeedContext, Socket, SocketEnd } from './socket.ts';

/** One connection that the exchange has welcomed, until it ends. It is never revived. */
export interface Connection {
  readonly request: (request: TopicRequest) => Promise<TopicAnswer>;
  /** resolves with why, as a sentence; never rejects */
  readonly ended: Promise<string>;
  readonly isOver: () => boolean;
  readonly end: (why: string) => void;
}

interface ConnectionOptions {
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly access: FeedAccess;
  /** gives up dialling */
  readonly signal: AbortSignal;
  readonly onFrame: (frame: MessageFrame | BadFrame) => void;
}

type Opened = { readonly ok: true; readonly line: Connection } | { readonly ok: false; readonly why: string };

const tooLarge = 1009;
const unauthorised = 401;

function describe({ code, httpStatus, systemCode }: SocketEnd): string {
  if (httpStatus === unauthorised) return 'The exchange refused the token of the feed.';
  if (httpStatus !== null) return `The exchange refused the feed connection (HTTP ${httpStatus}).`;
  if (code === tooLarge) return 'The exchange sent more in one message than is allowed.';
  if (systemCode !== null) return `The feed connection failed (${systemCode}).`;
  return `The feed connection was closed (${code}).`;
}

function addressOf({ endpoint, token }: FeedAccess): string {
  const url = new URL(endpoint);
  url.searchParams.set('token', token);
  url.searchParams.set('connectId', randomUUID());
  return url.href;
}

interface Session {
  readonly opened: Promise<Opened>;
  readonly giveUp: (why: string) => void;
}

/** Sends what is about the line to where it belongs, and messages on. */
function createReader({ onFrame, context }: ConnectionOptions, to: Desk) {
  return (text: string): void => {
    const frame = readFrame(text);
    if (frame.kind !== 'control') {
      if (to.isWelcome()) onFrame(frame);
      return;
    }
    if (frame.type === 'welcome') to.welcome();
    else if (frame.type === 'pong') to.ponged();
    else if (frame.type === 'ack') to.answer(frame);
    else if (frame.type === 'error') readError(frame, to);
    else context.log.debug('feed.unknown-control', { type: frame.type.slice(0, 40) });
  };
}

interface Desk {
  readonly isWelcome: () => boolean;
  readonly welcome: () => void;
  readonly ponged: () => void;
  readonly answer: (frame: ControlFrame) => boolean;
  readonly finish: (why: string) => void;
}

/** An error without a request is about the connection; 401 ends it, of the others (509) the deadlines tell. */
function readError(frame: ControlFrame, to: Desk): void {
  if (frame.code === unauthorised) to.finish('The exchange refused the token of the feed.');
  else if (!to.answer(frame) && !to.isWelcome()) to.finish(`The exchange refused the feed: ${frame.words ?? ''}`);
}

function createSession(input: ConnectionOptions): Session {
  const { context, times, access } = input;
  const over = new AbortController();
  const opened = Promise.withResolvers<Opened>();
  const ended = Promise.withResolvers<string>();
  let pulse: Heartbeat | null = null;
  const asks = createTopicRequests({ context, acknowledgeMs: times.acknowledgeMs, send: text => raw.send(text) });

  const close = (why: string): boolean => {
    if (over.signal.aborted) return false;
    over.abort();
    asks.close();
    opened.resolve({ ok: false, why });
    ended.resolve(why);
    return true;
  };
  const finish = (why: string): void => {
    if (close(why)) raw.destroy();
  };
  const line: Connection = {
    request: asks.request,
    ended: ended.promise,
    isOver: () => over.signal.aborted,
    end(why) {
      if (close(why)) raw.close();
    },
  };
  const onSilence = () => finish('The exchange no longer answers on the feed connection.');

  const read = createReader(input, {
    isWelcome: () => pulse !== null,
    welcome() {
      pulse ??= startHeartbeat({ ...access, context, ping: asks.ping, onSilence, over: over.signal });
      opened.resolve({ ok: true, line });
    },
    ponged: () => pulse?.ponged(),
    answer: asks.answer,
    finish,
  });
  const raw: Socket = context.openSocket(addressOf(access), {
    text: text => {
      if (!over.signal.aborted) read(text);
    },
    ended: end => void close(describe(end)),
  });
  return { opened: opened.promise, giveUp: finish };
}

/**
 * Dials and waits for the welcome (facts.md §5.1), or says why there is no line. The address holds the token: it is
 * told to nobody.
 */
export async function openConnection(input: ConnectionOptions): Promise<Opened> {
  const { context, times, signal } = input;
  const session = createSession(input);
  const settled = new AbortController();
  const abandon = (): void => session.giveUp('The connection was no longer wanted.');
  signal.addEventListener('abort', abandon, { once: true });
  void context.wait(times.welcomeMs, settled.signal).then(() => {
    if (!settled.signal.aborted) session.giveUp('The exchange did not welcome the feed connection in time.');
  });
  const opened = await session.opened;
  settled.abort();
  signal.removeEventListener('abort', abandon);
  return opened;
}
