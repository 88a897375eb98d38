import { fail, type Failure, type Result } from '#shared/errors.ts';
import type { TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import type { TakeReply, TrustedPrompt } from '../prompt.ts';

export interface FakePrompt extends TrustedPrompt {
  readonly questions: TrustedQuestion[];
  /** those of the above that no pause holds back */
  readonly urgent: TrustedQuestion[];
  /** the text for each reply that was not accepted */
  readonly failures: Failure[];
  /** the user's replies to the next question, in turn; null: the usual one for its kind. Then the window is closed */
  replies: TrustedReply[] | null;
}

const nothingOpen = () => Promise.resolve();

/** A user at the trusted window, as a test plays them. */
export function createFakePrompt(usual: readonly TrustedReply[] = []): FakePrompt {
  const questions: TrustedQuestion[] = [];
  const failures: Failure[] = [];
  const urgent: TrustedQuestion[] = [];
  const ask = async <T>(question: TrustedQuestion, take: TakeReply<T>): Promise<Result<T>> => {
    questions.push(question);
    const replies = prompt.replies ?? usual.filter(({ kind }) => kind === question.kind);
    prompt.replies = null;
    for (const reply of replies) {
      const result = await take(reply);
      if (result.ok) return result;
      failures.push(result.error);
    }
    return fail('declined', 'closed');
  };
  const askUrgent: FakePrompt['ask'] = (question, take) => {
    urgent.push(question);
    return ask(question, take);
  };
  const prompt: FakePrompt = { questions, urgent, failures, replies: null, ask, askUrgent, close: nothingOpen };
  return prompt;
}
