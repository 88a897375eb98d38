import { type Failure, fail, type Result } from '#shared/errors.ts';
import { type TrustedOutcome, TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import type { Log } from '#log/log.ts';
import type { Shell, TrustedWindow } from '#shell/shell.ts';

export interface TrustedPromptOptions {
  readonly openWindow: Shell['openTrusted'];
  readonly log: Log;
}

/** Questions that only the user may answer, in a window that the main page cannot reach. One at a time. */
export interface TrustedPrompt {
  /**
   * Asks, and hands each reply to `take` until it accepts one; a refusal is shown and may be mended. Resolves with what
   * `take` gave. `declined`: the user closed the window, or another question is open.
   */
  readonly ask: <T>(question: TrustedQuestion, take: TakeReply<T>) => Promise<Result<T>>;
  /** Closes the open question, if there is one. */
  readonly close: () => Promise<void>;
}

export type TakeReply<T> = (reply: TrustedReply) => Promise<Result<T>>;

const declined = () => fail('declined', 'You closed the question without an answer. Nothing was changed.');
const busy = () => fail('declined', 'Another question is open in its own window. Answer that one first.');

export function createTrustedPrompt({ openWindow, log }: TrustedPromptOptions): TrustedPrompt {
  let current: TrustedWindow | 'opening' | null = null;
  /** a window that was answered and is on its way out is no question any more: whoever comes now waits for a moment */
  let leaving: Promise<void> | null = null;

  const ask = async <T>(question: TrustedQuestion, take: TakeReply<T>): Promise<Result<T>> => {
    if (leaving !== null) await leaving;
    if (current !== null) {
      if (current !== 'opening') current.focus();
      return busy();
    }
    current = 'opening';
    const checked = TrustedQuestion.parse(question);
    const accepted = Promise.withResolvers<Result<T>>();
    let taking: Promise<Result<T>> | null = null;
    let isOver = false;
    const reply = async (input: unknown): Promise<TrustedOutcome> => {
      if (isOver) return refused(declined().error);
      // a double click is one answer
      if (taking !== null) return refused(fail('declined', 'The first answer is still being looked at.').error);
      taking = takeReply(checked, input, take);
      try {
        const result = await taking;
        if (!result.ok) return refused(result.error);
        accepted.resolve(result);
        return { kind: 'done' };
      } finally {
        taking = null;
      }
    };
    /** Closing the window takes no answer back: what has begun is waited for, and what came of it is told. */
    const left = async (): Promise<Result<T>> => {
      isOver = true;
      const result = await taking;
      return result?.ok === true ? result : declined();
    };
    try {
      const window = await openWindow({ question: () => checked, reply });
      current = window;
      log.info('trusted.asked', { kind: checked.kind });
      const answer = await Promise.race([accepted.promise, window.closed.then(left)]);
      log.info('trusted.answered', { kind: checked.kind, isAccepted: answer.ok });
      // what was answered stands, whatever becomes of the window
      leaving = window.close().catch((cause: unknown) => log.error('trusted.close-failed', { reason: String(cause) }));
      await leaving;
      return answer;
    } catch (cause) {
      log.error('trusted.failed', { reason: String(cause) });
      return fail('internal', 'The window for this question could not be opened. The log file tells more.');
    } finally {
      current = null;
      leaving = null;
    }
  };

  return {
    ask,
    close: async () => {
      if (current !== null && current !== 'opening') await current.close();
    },
  };
}

/** The reply fits the question and what had to be typed was typed; only then is it anything. */
async function takeReply<T>(question: TrustedQuestion, input: unknown, take: TakeReply<T>): Promise<Result<T>> {
  const reply = TrustedReply.safeParse(input);
  if (!reply.success) return fail('invalid-request', 'Fill in every field.', { field: fieldOf(reply.error.issues) });
  if (reply.data.kind !== question.kind) return fail('invalid-request', 'This answers another question.');
  if (question.typeBack !== null && reply.data.typed.trim() !== question.typeBack)
    return fail('invalid-request', `Type ${question.typeBack} to go on.`, { field: 'typed' });
  return take(reply.data);
}

function fieldOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return String(issues[0]?.path[0] ?? 'typed');
}

function refused({ field, message }: Failure): TrustedOutcome {
  return { kind: 'refused', field: field ?? null, message };
}
