import { fail, type Result, succeed } from '#shared/errors.ts';

/** The exchange's clock as last measured. */
export interface ClockReading {
  /** exchange minus ours, ms */
  readonly offsetMs: number;
  /** half the round trip of the best sample, ms */
  readonly uncertaintyMs: number;
  readonly measuredAtMs: number;
}

/** One request for the time: the answer of the exchange, and the times of sending and receiving. */
export interface ClockSample {
  readonly serverMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** by the monotonic clock */
  readonly roundTripMs: number;
}

interface ExchangeClockOptions {
  readonly sample: () => Promise<Result<ClockSample>>;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly onChange: () => void;
}

export interface ExchangeClock {
  /** Measures now; callers at the same time share one measurement. */
  readonly measure: () => Promise<Result<ClockReading>>;
  /**
   * Measures after the exchange refused the time of a request. null: the last such measurement is younger than 30 s and
   * found both clocks equal, so another one would find nothing new.
   */
  readonly measureAfterRejection: () => Promise<Result<ClockReading> | null>;
  /**
   * The exchange's time in epoch ms for the next signature, or why nothing may be signed. While the very first
   * measurement runs a quick answer to its first question is enough: the book would else wait for all of them.
   */
  readonly stamp: () => Promise<Result<number>>;
  readonly reading: () => ClockReading | null;
}

const samplesWanted = 5;
const samplesKept = 3;
/** Beyond this drift between wall and monotonic clock the clock was set or the machine slept. */
const jumpMs = 1_000;
/**
 * The exchange tolerates 5 s (docs/exchange/authentication.md §6); an offset known no better than this is not known.
 */
const worstUncertaintyMs = 2_000;
/** The accuracy that a single answer needs so that requests are signed by it until the others arrive. */
const closeEnoughMs = 250;
const maxAgeMs = 600_000;
/** The least time between two measurements that refused requests cause, while the clocks agree. */
const rejectionPauseMs = 30_000;
/** The exchange tolerates 5 s: a request that is signed with a smaller offset is not refused for it. */
const agreeingMs = 1_000;
/** A sample during which the wall clock was moved says nothing. */
const sampleDriftMs = 50;

/**
 * Midpoint method: the exchange read its clock half-way through the round trip. The median of the quickest
 * samples.
 */
export function offsetOf(samples: readonly ClockSample[]): { offsetMs: number; uncertaintyMs: number } | null {
  const quickest = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs).slice(0, samplesKept);
  const offsets = quickest
    .map(sample => sample.serverMs - (sample.receivedAtMs - sample.roundTripMs / 2))
    .toSorted((a, b) => a - b);
  const best = quickest[0];
  const middle = offsets[Math.floor((offsets.length - 1) / 2)];
  if (best === undefined || middle === undefined) return null;
  return { offsetMs: Math.round(middle), uncertaintyMs: Math.ceil(best.roundTripMs / 2) };
}

/** Whether the two clocks differ so little that a rejection of the time has another cause. */
export function isAgreeing({ offsetMs }: ClockReading): boolean {
  return Math.abs(offsetMs) <= agreeingMs;
}

function isSteady(sample: ClockSample): boolean {
  return Math.abs(sample.receivedAtMs - sample.sentAtMs - sample.roundTripMs) <= sampleDriftMs;
}

/** A measurement under way. */
interface Measurement {
  readonly whole: Promise<Result<ClockReading>>;
  /** settles earlier when the first answer was quick */
  readonly soon: Promise<Result<ClockReading>>;
}

/** Several samples one after the other; three are enough when a later question fails. */
async function takeSamples(
  sample: ExchangeClockOptions['sample'],
  onFirst: (first: ClockSample) => void,
): Promise<Result<readonly ClockSample[]>> {
  const samples: ClockSample[] = [];
  for (let taken = 0; taken < samplesWanted; taken += 1) {
    const answer = await sample();
    if (answer.ok && isSteady(answer.value)) {
      samples.push(answer.value);
      if (samples.length === 1) onFirst(answer.value);
    }
    if (!answer.ok) return samples.length >= samplesKept ? succeed(samples) : answer;
  }
  return succeed(samples);
}

/** Keeps the offset between the exchange's clock and ours; nothing is signed while it is unknown. */
export function createExchangeClock({ sample, nowMs, monotonicMs, onChange }: ExchangeClockOptions): ExchangeClock {
  let reading: ClockReading | null = null;
  let baseline = { wallMs: 0, monotonicMs: 0 };
  let underWay: Measurement | null = null;

  const takeReading = async (onFirst: (first: ClockSample) => void): Promise<Result<ClockReading>> => {
    const samples = await takeSamples(sample, onFirst);
    if (!samples.ok) return samples;
    const offset = offsetOf(samples.value);
    if (offset === null) return fail('clock', "This computer's clock was being set while it was measured. Try again.");
    if (offset.uncertaintyMs > worstUncertaintyMs) {
      return fail('clock', "The line is too slow to learn the exchange's time, so nothing is signed. Try again.");
    }
    baseline = { wallMs: nowMs(), monotonicMs: monotonicMs() };
    reading = { ...offset, measuredAtMs: baseline.wallMs };
    return succeed(reading);
  };

  const begin = (): Measurement => {
    const soon = Promise.withResolvers<Result<ClockReading>>();
    const whole = takeReading(first => {
      const offset = offsetOf([first]);
      if (offset === null || offset.uncertaintyMs > closeEnoughMs) return;
      soon.resolve(succeed({ ...offset, measuredAtMs: nowMs() }));
    }).finally(() => {
      underWay = null;
      onChange();
    });
    whole.then(soon.resolve, soon.reject);
    return { whole, soon: soon.promise };
  };

  const measurement = (): Measurement => (underWay ??= begin());
  const measure = (): Promise<Result<ClockReading>> => measurement().whole;

  const hasJumped = (): boolean => {
    return Math.abs(nowMs() - baseline.wallMs - (monotonicMs() - baseline.monotonicMs)) > jumpMs;
  };

  const stamp = async (): Promise<Result<number>> => {
    if (reading !== null && hasJumped()) reading = null;
    if (reading !== null && monotonicMs() - baseline.monotonicMs > maxAgeMs) void measure();
    const current = reading === null ? await measurement().soon : succeed(reading);
    return current.ok ? succeed(Math.round(nowMs() + current.value.offsetMs)) : current;
  };

  let refusedAtMs: number | null = null;
  const measureAfterRejection = async (): Promise<Result<ClockReading> | null> => {
    const isRecent = refusedAtMs !== null && monotonicMs() - refusedAtMs < rejectionPauseMs;
    if (isRecent && reading !== null && isAgreeing(reading) && !hasJumped()) return null;
    refusedAtMs = monotonicMs();
    return await measure();
  };

  return { measure, measureAfterRejection, stamp, reading: () => reading };
}
