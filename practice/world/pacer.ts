/** Runs the numbered steps of the market in real time. What a step does depends on its number only. */
interface Pacer {
  start(): void;
  /** leaves no timer behind */
  stop(): void;
}

interface PacerOptions {
  readonly stepMs: number;
  readonly wallMs: () => number;
  /** `timeMs` is the time of the step */
  readonly run: (step: number, timeMs: number) => void;
}

const turnMs = 25;
/** No more at once, so that requests get their turn when the machine is slow. */
const mostStepsATurn = 10;
/** After a longer pause (the machine slept) the market continues from its state instead of catching up. */
const longestLagMs = 3000;

export function createPacer({ stepMs, wallMs, run }: PacerOptions): Pacer {
  let timer: NodeJS.Timeout | null = null;
  let step = 0;
  let nextMs = 0;
  const turn = (): void => {
    const nowMs = wallMs();
    if (nowMs - nextMs > longestLagMs) nextMs = nowMs;
    for (let done = 0; done < mostStepsATurn && nextMs <= nowMs; done += 1) {
      run(step, nextMs);
      step += 1;
      nextMs += stepMs;
    }
  };
  return {
    start() {
      if (timer !== null) return;
      nextMs = wallMs() + stepMs;
      timer = setInterval(turn, turnMs);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}
