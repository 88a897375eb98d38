import type {
  Behaviour,
  ConnectionEnd,
  ConnectionInfo,
  FeedFaults,
  FrameTreatment,
  OutgoingFrame,
} from '../feed/connection/faults.ts';
import { serviceRules } from '../feed/connection/rules.ts';
import { type FeedRejection, rejections } from '../feed/connection/protocol.ts';
import type { CloseFault, AdmissionFault, FrameFault, ConnectionFault } from './fault.ts';
import { crossed, malformed, overlapping } from './corrupt-frames.ts';
import type { FaultRegistry } from './fault-registry.ts';
import type { TimingFaults } from './timing-faults.ts';

interface ConnectionFilter {
  readonly venue?: 'spot' | 'futures' | undefined;
  readonly audience?: 'public' | 'private' | undefined;
}

/** Whether a fault is meant for the connection. */
export function concerns({ venue, audience }: ConnectionFilter, connection: ConnectionInfo): boolean {
  if (venue !== undefined && venue !== connection.venue) return false;
  return audience === undefined || audience === (connection.accountId === null ? 'public' : 'private');
}

function isTopic(wanted: string | undefined, topic: string | null): boolean {
  if (wanted === undefined) return true;
  return topic !== null && (topic === wanted || topic.startsWith(`${wanted}:`));
}

export function endOf({ code = 1001, reason = '', isAbrupt = false }: CloseFault): ConnectionEnd {
  return { kind: 'close', code, reason, isAbrupt };
}

/** `close` without a trigger is done at once and never waits for a frame. */
export function isImmediate({ count, probability, skip }: CloseFault): boolean {
  return count === undefined && probability === undefined && skip === undefined;
}

/** The corrupted text is made before the fault strikes: a frame that cannot be corrupted that way must not use it up. */
function corruptedText(fault: FrameFault, frame: OutgoingFrame): string | null {
  if (fault.fault === 'crossed') return crossed(frame);
  if (fault.fault === 'overlap') return overlapping(frame);
  return fault.fault === 'malformed' ? malformed(frame, fault.how ?? 'cut') : frame.text;
}

function treatmentOf(fault: FrameFault, frame: OutgoingFrame): FrameTreatment {
  if (fault.fault === 'delay') return { kind: 'delay', delayMs: fault.delayMs };
  if (fault.fault === 'duplicate') return { kind: 'duplicate', delayMs: fault.delayMs ?? 0 };
  if (fault.fault === 'lose' || fault.fault === 'reorder') return { kind: fault.fault };
  return { kind: 'replace', text: corruptedText(fault, frame) ?? frame.text };
}

const frameFaults = ['lose', 'duplicate', 'overlap', 'reorder', 'delay', 'crossed', 'malformed'] as const;
const connectionFaults = ['stop-sending', 'mute-pongs', 'half-open', 'slow'] as const;

function treat(registry: FaultRegistry, connection: ConnectionInfo, frame: OutgoingFrame): FrameTreatment | null {
  const end =
    frame.kind === 'message'
      ? registry.strike(['close'], fault => !isImmediate(fault) && concerns(fault, connection))
      : null;
  if (end !== null) return endOf(end);
  const fault = registry.strike(
    frameFaults,
    each =>
      concerns(each, connection) &&
      (each.frame ?? 'message') === frame.kind &&
      isTopic(each.topic, frame.topic) &&
      corruptedText(each, frame) !== null,
  );
  return fault === null ? null : treatmentOf(fault, frame);
}

const words: Readonly<Record<'per-time' | 'per-session' | 'sessions' | 'permits', FeedRejection>> = {
  'per-time': rejections.perTime(serviceRules.topicsPerRequest),
  'per-session': rejections.perSession(serviceRules.topicsPerSpotConnection),
  sessions: rejections.sessions(serviceRules.connectionsPerOwner),
  permits: rejections.permits,
};

function rejectionOf({
  limit = 'per-session',
}: Extract<AdmissionFault, { fault: 'subscription-limit' }>): FeedRejection {
  return words[limit];
}

function behaviourOf(faults: readonly ConnectionFault[]): Behaviour {
  const slow = faults.find(fault => fault.fault === 'slow');
  return {
    isSilent: topic => faults.some(fault => fault.fault === 'stop-sending' && isTopic(fault.topic, topic)),
    isMute: faults.some(fault => fault.fault === 'mute-pongs'),
    isHalfOpen: faults.some(fault => fault.fault === 'half-open'),
    bytesPerSecond: slow?.bytesPerSecond ?? null,
  };
}

/** The faults of the registry, as the feeds ask for them. */
export function createFeedFaults(registry: FaultRegistry, timing: TimingFaults): FeedFaults {
  const ordinary = behaviourOf([]);
  // asked for every frame; nearly always there is none
  let standing = registry.lasting(connectionFaults);
  registry.onChange(() => {
    standing = registry.lasting(connectionFaults);
  });
  return {
    treat: (connection, frame) => treat(registry, connection, frame),
    behaviour(connection) {
      if (standing.length === 0) return ordinary;
      const concerned = standing.filter(
        ({ fault, newestConnection }) =>
          concerns(fault, connection) && (fault.connections === 'all' || connection.number <= newestConnection),
      );
      return behaviourOf(concerned.map(({ fault }) => fault));
    },
    latencyMs: () => timing.latencyMs('feed'),
    rejection(connection) {
      const fault = registry.strike(['subscription-limit'], each => concerns(each, connection));
      return fault === null ? null : rejectionOf(fault);
    },
    upgradeStatus(venue) {
      const fault = registry.strike(['refuse-upgrade'], each => (each.venue ?? venue) === venue);
      return fault === null ? null : (fault.status ?? 503);
    },
    skewMs: timing.skewMs,
    onChange: listener => registry.onChange(listener),
  };
}
