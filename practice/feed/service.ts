import type { Server } from 'node:http';
import type { VenueName } from '../http/endpoint/endpoint.ts';
import { writeJson } from '../wire/json.ts';
import { type Catalogue, createCatalogue } from './connection/catalogue.ts';
import { type Channels, createChannels } from './connection/running-topics.ts';
import { type ConnectionEnd, type ConnectionInfo, type FeedFaults, noFeedFaults } from './connection/faults.ts';
import { type FeedRules, serviceRules } from './connection/rules.ts';
import { createConnection } from './connection/connection.ts';
import { createOutlet, type Wire } from './connection/frame-sender.ts';
import { errorFrame, type FeedRefusal, refusals } from './connection/protocol.ts';
import { createSockets, type Sockets, type Visitor } from './connection/websocket-endpoint.ts';
import { createTokens, type Tokens } from './connection/tokens.ts';
import type { FeedTime, TicketOffice, Topic } from './types.ts';

interface FeedParts {
  readonly topics: Readonly<Record<VenueName, readonly Topic[]>>;
  readonly time: FeedTime;
  /** the id that private frames carry for an account */
  readonly userIdOf: (accountId: string) => string;
  readonly rules?: Partial<FeedRules>;
  readonly faults?: FeedFaults;
  /** a topic or a socket failed in a way that no client is to blame for */
  readonly onFailure?: (cause: unknown) => void;
}

/** One open connection, for whoever watches the exchange from outside. */
export interface ConnectionRecord extends ConnectionInfo {
  readonly topics: readonly string[];
}

/** The websocket side of the practice exchange, facts.md §5. */
export interface FeedService extends TicketOffice {
  /** serves the venue's sockets on a listening server */
  attach(venue: VenueName, server: Server): void;
  connections(): readonly ConnectionRecord[];
  /** ends tokens; connections that are open stay */
  expireTokens(venue?: VenueName): void;
  cut(which: (connection: ConnectionInfo) => boolean, end: ConnectionEnd): void;
  /** Cuts everything; leaves no timer behind. */
  close(): void;
}

interface Open {
  readonly owner: string;
  readonly wire: Wire;
  readonly connection: ReturnType<typeof createConnection>;
}

interface Hall {
  readonly parts: FeedParts;
  readonly rules: FeedRules;
  readonly faults: FeedFaults;
  readonly tokens: Tokens;
  readonly catalogue: Catalogue;
  readonly channels: Readonly<Record<VenueName, Channels>>;
  readonly open: Set<Open>;
  connections: number;
}

function endWith(wire: Wire, connectId: string, refusal: FeedRefusal): void {
  wire.send(writeJson(errorFrame(connectId, refusal)));
  wire.close(1000, 'Bye');
}

/** Lets a visitor in, or tells him why not. Answers what the socket needs to know of the connection. */
function admit(hall: Hall, venue: VenueName, { token, connectId, address, wire }: Visitor) {
  const { rules, faults, parts, catalogue, channels } = hall;
  const grant = hall.tokens.check(venue, token);
  if (grant === null) {
    endWith(wire, connectId, refusals.token);
    return null;
  }
  const owner = grant.accountId ?? address;
  if ([...hall.open].filter(each => each.owner === owner).length >= rules.connectionsPerOwner) {
    endWith(wire, connectId, refusals.sessions(rules.connectionsPerOwner));
    return null;
  }
  hall.connections += 1;
  const info: ConnectionInfo = { number: hall.connections, venue, accountId: grant.accountId };
  const { time } = parts;
  const outlet = createOutlet({
    connection: info,
    wire,
    faults,
    time,
    bufferLimitBytes: rules.bufferLimitBytes,
  });
  const connection = createConnection({
    info,
    connectId,
    outlet,
    catalogue,
    channels: channels[venue],
    faults,
    rules,
    time,
    onFailure: parts.onFailure ?? (() => undefined),
  });
  const open: Open = { owner, wire, connection };
  hall.open.add(open);
  return {
    receive: (text: string) => connection.receive(text),
    isHalfOpen: () => faults.behaviour(info).isHalfOpen,
    end: () => {
      hall.open.delete(open);
      connection.end();
    },
  };
}

export function createFeedService(parts: FeedParts): FeedService {
  const rules: FeedRules = { ...serviceRules, ...parts.rules };
  const faults = parts.faults ?? noFeedFaults;
  const hall: Hall = {
    parts,
    rules,
    faults,
    tokens: createTokens({ clock: parts.time.clock, lifeMs: rules.tokenLifeMs }),
    catalogue: createCatalogue(parts.topics, rules.topicsPerRequest),
    channels: { spot: createChannels(parts.userIdOf), futures: createChannels(parts.userIdOf) },
    open: new Set(),
    connections: 0,
  };
  const sockets = new Map<VenueName, Sockets>();
  return {
    issue(venue, accountId) {
      const { pingIntervalMs, pingTimeoutMs } = rules;
      const endpoint = sockets.get(venue)?.endpoint();
      if (endpoint === undefined) throw new Error(`no sockets are served for ${venue}`);
      return { token: hall.tokens.issue(venue, accountId), endpoint, pingIntervalMs, pingTimeoutMs };
    },
    attach(venue, server) {
      const door = {
        admit: (visitor: Visitor) => admit(hall, venue, visitor),
        upgradeStatus: () => faults.upgradeStatus(venue),
        onChange: (listener: () => void) => faults.onChange(listener),
      };
      sockets.set(venue, createSockets(server, door));
    },
    connections: () => Array.from(hall.open, ({ connection }) => ({ ...connection.info, topics: connection.topics() })),
    expireTokens: venue => hall.tokens.expire(venue),
    cut(which, { code, reason, isAbrupt }) {
      for (const { wire, connection } of hall.open) {
        if (!which(connection.info)) continue;
        if (isAbrupt) wire.terminate();
        else connection.close(code, reason);
      }
    },
    close() {
      for (const each of sockets.values()) each.close();
      for (const { connection } of hall.open) connection.end();
      hall.open.clear();
    },
  };
}
