import * as z from 'zod/mini';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { createFakeClock, type FakeClock, settle } from '#time/testing/fake-clock.ts';
import type { FeedAccess } from '#client/types.ts';
import { createFeed, type FeedOptions } from '../create-feed.ts';
import type { Feed } from '../feed.ts';
import type { OpenSocket, SocketEvents } from '../connection/socket.ts';

/** The messages of a client on a socket, decoded. */
const Said = z.object({
  id: z.string(),
  type: z.string(),
  topic: z.optional(z.string()),
  privateChannel: z.optional(z.boolean()),
  response: z.optional(z.boolean()),
});
type Said = z.infer<typeof Said>;

export interface FakeSocket {
  readonly url: URL;
  readonly said: Said[];
  readonly isOpen: () => boolean;
  /** how the client ended it, or null */
  readonly farewell: () => 'close' | 'destroy' | null;
  readonly say: (frame: unknown) => void;
  readonly cut: (code?: number) => void;
}

/** How the venue behaves from now on; a test changes it. */
export interface Manners {
  welcomes: boolean;
  pongs: boolean;
  /** what is answered to a subscription: an ack, an error, or nothing */
  answers: (said: Said, socket: FakeSocket) => 'ack' | 'silence' | { readonly code: number; readonly data: string };
  /** what a request for a token is answered with; null: a new token */
  refuses: Result<FeedAccess> | null;
}

export interface FakeVenue {
  readonly manners: Manners;
  readonly sockets: FakeSocket[];
  readonly tokens: { venue: string; isPrivate: boolean; token: string }[];
  readonly last: () => FakeSocket;
  readonly open: () => FakeSocket[];
  readonly openSocket: OpenSocket;
}

function createSocket(
  url: string,
  events: SocketEvents,
  manners: Manners,
): FakeSocket & { raw: ReturnType<OpenSocket> } {
  const said: Said[] = [];
  let isOpen = true;
  let farewell: 'close' | 'destroy' | null = null;
  const say = (frame: unknown): void => {
    if (isOpen) events.text(typeof frame === 'string' ? frame : JSON.stringify(frame));
  };
  const cut = (code = 1006): void => {
    if (!isOpen) return;
    isOpen = false;
    events.ended({ code, httpStatus: null, systemCode: null });
  };
  const reply = (message: Said): void => {
    if (message.type === 'ping') {
      if (manners.pongs) say({ id: message.id, type: 'pong', timestamp: 1 });
      return;
    }
    const answer = manners.answers(message, socket);
    if (answer === 'ack') say({ id: message.id, type: 'ack' });
    else if (answer !== 'silence') say({ id: message.id, type: 'error', ...answer });
  };
  const leave = (how: 'close' | 'destroy'): void => {
    farewell ??= how;
    setImmediate(() => cut(1000));
  };
  const socket = {
    url: new URL(url),
    said,
    isOpen: () => isOpen,
    farewell: () => farewell,
    say,
    cut,
    raw: {
      send(text: string) {
        if (!isOpen) return;
        const message = Said.parse(JSON.parse(text));
        said.push(message);
        setImmediate(() => reply(message));
      },
      close: () => leave('close'),
      destroy: () => leave('destroy'),
    },
  };
  setImmediate(() => {
    if (manners.welcomes) say({ id: socket.url.searchParams.get('connectId'), type: 'welcome' });
  });
  return socket;
}

function createFakeVenue(): FakeVenue {
  const manners: Manners = { welcomes: true, pongs: true, answers: () => 'ack', refuses: null };
  const sockets: FakeSocket[] = [];
  const open = (): FakeSocket[] => sockets.filter(socket => socket.isOpen());
  return {
    manners,
    sockets,
    tokens: [],
    last() {
      const socket = sockets.at(-1);
      if (socket === undefined) throw new Error('nothing was dialled');
      return socket;
    },
    open,
    openSocket(url, events) {
      const socket = createSocket(url, events, manners);
      sockets.push(socket);
      return socket.raw;
    },
  };
}

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly fields: unknown;
}

export function createFakeLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (event: string, fields?: unknown) => void lines.push({ level, event, fields });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export interface FeedFixture {
  readonly feed: Feed;
  readonly venue: FakeVenue;
  readonly time: FakeClock;
  readonly log: ReturnType<typeof createFakeLog>;
  /** lets what is ready happen, without time passing */
  readonly settle: () => Promise<void>;
}

/** A feed in a context of fakes: 18 s between pings, 10 s for a pong, as the live service says. */
export function createFeedFixture(
  options: Partial<Pick<FeedOptions, 'hasKey' | 'times'>> & { random?: () => number } = {},
): FeedFixture {
  const venue = createFakeVenue();
  const time = createFakeClock();
  const log = createFakeLog();
  const feedAccess: FeedOptions['client']['feedAccess'] = {
    async open({ venue: name, isPrivate }, { signal }) {
      if (venue.manners.refuses !== null) return venue.manners.refuses;
      if (signal?.aborted === true) return fail('closed', 'The request was abandoned.');
      const token = `token-${venue.tokens.length + 1}`;
      venue.tokens.push({ venue: name, isPrivate, token });
      return succeed({ endpoint: `wss://${name}.example/`, token, pingIntervalMs: 18_000, pingTimeoutMs: 10_000 });
    },
  };
  const { hasKey = true, times = {}, random = () => 0.5 } = options;
  const context = { ...time, openSocket: venue.openSocket, random };
  const feed = createFeed({ client: { feedAccess }, hasKey, log, times, context });
  return { feed, venue, time, log, settle: settle };
}
