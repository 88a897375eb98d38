import type { Server } from 'node:http';
import { writeJson } from '../wire/json.ts';
import type { TokenIssuer } from '../wire/feed-token.ts';
import type { VenueName } from '../wire/venue-name.ts';
import { createTopicCatalogue, type TopicCatalogue } from './connection/catalogue.ts';
import { createConnection } from './connection/connection.ts';
import { type ConnectionEnd, type ConnectionInfo, type FeedFaults, noFeedFaults } from './connection/faults.ts';
import { createFrameSender, type FeedSocket } from './connection/frame-sender.ts';
import { errorFrame, type FeedRejection, rejections } from './connection/protocol.ts';
import { type FeedRules, serviceRules } from './connection/rules.ts';
import { createRunningTopics, type RunningTopics } from './connection/running-topics.ts';
import { createFeedTokens, type FeedTokens } from './connection/tokens.ts';
import { createWebsocketEndpoint, type Handshake, type WebsocketEndpoint } from './connection/websocket-endpoint.ts';
import type { FeedTime } from './topics/time.ts';
import type { Topic } from './topics/topic.ts';

interface FeedServiceOptions {
  readonly topics: Readonly<Record<VenueName, readonly Topic[]>>;
  readonly time: FeedTime;
  /** the id that private frames carry for an account */
  readonly userIdOf: (accountId: string) => string;
  readonly rules?: Partial<FeedRules>;
  readonly faults?: FeedFaults;
  /** a topic or a socket failed in a way that no client is to blame for */
  readonly onFailure?: (cause: unknown) => void;
}

/** One open connection, for tests and control from outside. */
export interface ConnectionRecord extends ConnectionInfo {
  readonly topics: readonly string[];
}

/** The websocket side of the practice exchange, docs/exchange/feeds.md. */
export interface FeedService extends TokenIssuer {
  /** serves the venue's sockets on a listening server */
  attach(venue: VenueName, server: Server): void;
  connections(): readonly ConnectionRecord[];
  /** ends tokens; connections that are open stay */
  expireTokens(venue?: VenueName): void;
  cut(which: (connection: ConnectionInfo) => boolean, end: ConnectionEnd): void;
  /** Cuts everything; leaves no timer behind. */
  close(): void;
}

interface OpenConnection {
  readonly owner: string;
  readonly socket: FeedSocket;
  readonly connection: ReturnType<typeof createConnection>;
}

interface FeedState {
  readonly options: FeedServiceOptions;
  readonly rules: FeedRules;
  readonly faults: FeedFaults;
  readonly tokens: FeedTokens;
  readonly catalogue: TopicCatalogue;
  readonly running: Readonly<Record<VenueName, RunningTopics>>;
  readonly open: Set<OpenConnection>;
  /** how many there have been */
  connections: number;
}

function refuse(socket: FeedSocket, connectId: string, rejection: FeedRejection): null {
  socket.send(writeJson(errorFrame(connectId, rejection)));
  socket.close(1000, 'Bye');
  return null;
}

/** Checks token and number of connections. Answers what the socket needs to know of the new connection. */
function accept(state: FeedState, venue: VenueName, { token, connectId, address, socket }: Handshake) {
  const { rules, faults, options, catalogue, running } = state;
  const grant = state.tokens.check(venue, token);
  if (grant === null) return refuse(socket, connectId, rejections.token);
  const owner = grant.accountId ?? address;
  if ([...state.open].filter(each => each.owner === owner).length >= rules.connectionsPerOwner) {
    return refuse(socket, connectId, rejections.sessions(rules.connectionsPerOwner));
  }
  state.connections += 1;
  const info: ConnectionInfo = { number: state.connections, venue, accountId: grant.accountId };
  const { time, onFailure = () => undefined } = options;
  const { bufferLimitBytes } = rules;
  const sender = createFrameSender({ connection: info, socket, faults, time, bufferLimitBytes });
  const topics = running[venue];
  const connection = createConnection({
    info,
    connectId,
    sender,
    catalogue,
    topics,
    faults,
    rules,
    time,
    onFailure,
  });
  const open: OpenConnection = { owner, socket, connection };
  state.open.add(open);
  return {
    receive: (text: string) => connection.receive(text),
    isHalfOpen: () => faults.behaviour(info).isHalfOpen,
    end: () => {
      state.open.delete(open);
      connection.end();
    },
  };
}

export function createFeedService(options: FeedServiceOptions): FeedService {
  const rules: FeedRules = { ...serviceRules, ...options.rules };
  const faults = options.faults ?? noFeedFaults;
  const state: FeedState = {
    options,
    rules,
    faults,
    tokens: createFeedTokens({ clock: options.time.clock, lifeMs: rules.tokenLifeMs }),
    catalogue: createTopicCatalogue(options.topics, rules.topicsPerRequest),
    running: { spot: createRunningTopics(options.userIdOf), futures: createRunningTopics(options.userIdOf) },
    open: new Set(),
    connections: 0,
  };
  const endpoints = new Map<VenueName, WebsocketEndpoint>();
  return {
    issue(venue, accountId) {
      const { pingIntervalMs, pingTimeoutMs } = rules;
      const endpoint = endpoints.get(venue)?.url();
      if (endpoint === undefined) throw new Error(`no sockets are served for ${venue}`);
      return { token: state.tokens.issue(venue, accountId), endpoint, pingIntervalMs, pingTimeoutMs };
    },
    attach(venue, server) {
      const endpoint = createWebsocketEndpoint(server, {
        accept: handshake => accept(state, venue, handshake),
        upgradeStatus: () => faults.upgradeStatus(venue),
        onFaultChange: listener => faults.onChange(listener),
      });
      endpoints.set(venue, endpoint);
    },
    connections: () =>
      Array.from(state.open, ({ connection }) => ({ ...connection.info, topics: connection.topics() })),
    expireTokens: venue => state.tokens.expire(venue),
    cut(which, { code, reason, isAbrupt }) {
      for (const { socket, connection } of state.open) {
        if (!which(connection.info)) continue;
        if (isAbrupt) socket.terminate();
        else connection.close(code, reason);
      }
    },
    close() {
      for (const each of endpoints.values()) each.close();
      for (const { connection } of state.open) connection.end();
      state.open.clear();
    },
  };
}
