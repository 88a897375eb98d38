const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** The pause after so many questions in a row that the user closed without an answer. One slip costs nothing. */
const pausesMs = [0, 0, 2 * secondMs, 8 * secondMs, 30 * secondMs, 2 * minuteMs, 5 * minuteMs] as const;
/** After so long without a closed question the count starts again. */
const quietMs = 10 * minuteMs;

/** How long the next question must wait: a page that asks again and again cannot wear the user down. */
export interface QuestionPauses {
  /** 0: it may be asked now */
  readonly pauseMs: () => number;
  /** The user closed a question without an answer. */
  readonly noteClosed: () => void;
  readonly noteAnswered: () => void;
}

/** @param monotonicMs a clock that is never set back */
export function createQuestionPauses(monotonicMs: () => number): QuestionPauses {
  let closed = 0;
  let lastClosedAtMs = 0;
  const sinceMs = () => monotonicMs() - lastClosedAtMs;
  return {
    pauseMs: () => Math.max(0, (pausesMs[Math.min(closed, pausesMs.length - 1)] ?? 0) - sinceMs()),
    noteClosed: () => {
      closed = sinceMs() >= quietMs ? 1 : closed + 1;
      lastClosedAtMs = monotonicMs();
    },
    noteAnswered: () => {
      closed = 0;
    },
  };
}
