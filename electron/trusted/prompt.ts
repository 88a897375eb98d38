import { type Failure, fail, type Result } from '#shared/errors.ts';
import { type TrustedOutcome, TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import type { Log } from '#log/log.ts';
import type { Shell, TrustedWindow } from '#shell/shell.ts';
import { createQuestionPauses } from './question-pauses.ts';

export interface TrustedPromptOptions {
  readonly openWindow: Shell['openTrusted'];
  readonly log: Log;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** Questions that only the user may answer, in a window that the main page cannot reach. One at a time. */
export interface TrustedPrompt {
  /**
   * Asks, and hands each reply to `take` until it accepts one; a failure is shown and may be mended. Resolves with what
   * `take` gave. `declined`: the user closed the window, or another question is open. `rate-limited`: the user closed
   * several questions, so the next one waits until `retryAtMs`.
   */
  readonly ask: Ask;
  /**
   * The same without a pause, for unlocking and the kill switch. It takes the place of an open question that is not
   * urgent, and of an open request for the PIN: a page cannot keep the kill switch away by asking something else. Closing
   * such a question makes no other one wait.
   */
  readonly askUrgent: Ask;
  /** Closes the open question, if there is one; a window that is still opening closes as soon as it is there. */
  readonly close: () => Promise<void>;
}

type Ask = <T>(question: TrustedQuestion, take: TakeReply<T>) => Promise<Result<T>>;
export type TakeReply<T> = (reply: TrustedReply) => Promise<Result<T>>;

const declined = () => fail('declined', 'You closed the question without an answer. Nothing was changed.');
const busy = () => fail('declined', 'Another question is open in its own window. Answer that one first.');

export function createTrustedPrompt(options: TrustedPromptOptions): TrustedPrompt {
  const { openWindow, log, nowMs } = options;
  const pauses = createQuestionPauses(options.monotonicMs);
  const place = createPlace();
  /** a window that was answered and is closing is no open question: the next one waits for a moment */
  let leaving: Promise<void> | null = null;

  const validationError = (isUrgent: boolean) => {
    if (place.isTaken()) return busy();
    const pauseMs = isUrgent ? 0 : pauses.pauseMs();
    return pauseMs === 0 ? null : tooSoon(pauseMs, nowMs() + pauseMs);
  };
  const noteEnd = ({ isUrgent, isClosedByMain }: OpenQuestion, isAnswered: boolean) => {
    if (isUrgent) return;
    if (isAnswered) pauses.noteAnswered();
    else if (!isClosedByMain) pauses.noteClosed();
  };
  const ask = async <T>(question: TrustedQuestion, take: TakeReply<T>, isUrgent: boolean): Promise<Result<T>> => {
    if (leaving !== null) await leaving;
    if (isUrgent) await place.makeRoom(question);
    const failure = validationError(isUrgent);
    if (failure !== null) return failure;
    const checked = TrustedQuestion.parse(question);
    const { mine, leave } = place.take(checked.kind, isUrgent);
    const answering = createAnswering(checked, take);
    try {
      const window = await openWindow({ question: () => checked, reply: answering.reply });
      mine.window = window;
      if (mine.isClosedByMain) await window.close();
      log.info('trusted.asked', { kind: checked.kind });
      const answer = await Promise.race([answering.accepted, window.closed.then(answering.end)]);
      log.info('trusted.answered', { kind: checked.kind, isAccepted: answer.ok });
      noteEnd(mine, answer.ok);
      // the answer is final, whatever happens to the window
      leaving = window.close().catch((cause: unknown) => log.error('trusted.close-failed', { reason: String(cause) }));
      await leaving;
      return answer;
    } catch (cause) {
      log.error('trusted.failed', { reason: String(cause) });
      return fail('internal', 'The trusted window could not be opened. The log file has the details.');
    } finally {
      leaving = null;
      leave();
    }
  };

  return {
    ask: (question, take) => ask(question, take, false),
    askUrgent: (question, take) => ask(question, take, true),
    close: place.close,
  };
}

/** The one question that is open now. */
interface OpenQuestion {
  readonly kind: TrustedQuestion['kind'];
  readonly isUrgent: boolean;
  /** null: it is still opening */
  window: TrustedWindow | null;
  isClosedByMain: boolean;
  /** resolves when its window is closed and the next one may open */
  readonly ended: Promise<void>;
}

/** Whether an urgent question takes the place of the open one. */
function isBefore(question: TrustedQuestion, open: OpenQuestion): boolean {
  return !open.isUrgent || (open.kind === 'enter-pin' && question.kind !== 'enter-pin');
}

/** Room for one question at a time. */
function createPlace() {
  let open: OpenQuestion | null = null;
  const close = async (): Promise<void> => {
    if (open === null) return;
    open.isClosedByMain = true;
    await open.window?.close();
  };
  return {
    /** Brings the open question to the front, if there is one. */
    isTaken(): boolean {
      open?.window?.focus();
      return open !== null;
    },
    close,
    /** Ends the open question when this urgent one comes before it. */
    async makeRoom(question: TrustedQuestion): Promise<void> {
      for (let shown = open; shown !== null && isBefore(question, shown); shown = open) {
        await close();
        await shown.ended;
      }
    },
    take(kind: OpenQuestion['kind'], isUrgent: boolean) {
      const ended = Promise.withResolvers<void>();
      const mine: OpenQuestion = { kind, isUrgent, window: null, isClosedByMain: false, ended: ended.promise };
      open = mine;
      const leave = (): void => {
        open = null;
        ended.resolve();
      };
      return { mine, leave };
    },
  };
}

function tooSoon(pauseMs: number, retryAtMs: number) {
  const message = `You closed several questions without an answer, so the next one can be asked in ${Math.ceil(pauseMs / 1000)} s. Nothing was changed.`;
  return fail('rate-limited', message, { retryAtMs: Math.ceil(retryAtMs) });
}

interface Answering<T> {
  readonly reply: (input: unknown) => Promise<TrustedOutcome>;
  /** resolves when a reply was accepted */
  readonly accepted: Promise<Result<T>>;
  /** Takes no reply from now on. Closing the window takes no answer back: one that is being checked still counts. */
  readonly end: () => Promise<Result<T>>;
}

/** What the window of one question answers, reply by reply. */
function createAnswering<T>(question: TrustedQuestion, take: TakeReply<T>): Answering<T> {
  const accepted = Promise.withResolvers<Result<T>>();
  let taking: Promise<Result<T>> | null = null;
  let isOver = false;
  return {
    accepted: accepted.promise,
    reply: async input => {
      if (isOver) return refused(declined().error);
      // a double click is one answer
      if (taking !== null) return refused(fail('declined', 'Fathom is still checking the first answer.').error);
      taking = takeReply(question, input, take);
      try {
        const result = await taking;
        if (!result.ok) return refused(result.error);
        accepted.resolve(result);
        return { kind: 'done' };
      } finally {
        taking = null;
      }
    },
    end: async () => {
      isOver = true;
      const result = await taking;
      return result?.ok === true ? result : declined();
    },
  };
}

/** The reply fits the question and what had to be typed was typed; only then is it anything. */
async function takeReply<T>(question: TrustedQuestion, input: unknown, take: TakeReply<T>): Promise<Result<T>> {
  const reply = TrustedReply.safeParse(input);
  if (!reply.success) return fail('invalid-request', 'Fill in every field.', { field: fieldOf(reply.error.issues) });
  if (reply.data.kind !== question.kind) return fail('invalid-request', 'This answers another question.');
  if (question.typeBack !== null && reply.data.typed.trim() !== question.typeBack)
    return fail('invalid-request', `Type ${question.typeBack} to confirm.`, { field: 'typed' });
  return take(reply.data);
}

function fieldOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return String(issues[0]?.path[0] ?? 'typed');
}

function refused({ field, message }: Failure): TrustedOutcome {
  return { kind: 'refused', field: field ?? null, message };
}
