import { Worker } from 'node:worker_threads';
import type { AuditReport } from '#shared/domain/safety/audit.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { CheckAnswer, type CheckJob } from './check-job.ts';
import type { ExportedJournal } from './export-journal.ts';

/** A started worker thread. */
export interface CheckWorker {
  readonly onAnswer: (listener: (answer: unknown) => void) => void;
  /** the thread ended or could not start; after an answer it means nothing */
  readonly onEnd: (listener: (reason: string) => void) => void;
  readonly end: () => void;
}
export type StartCheckWorker = (job: CheckJob) => CheckWorker;

/** Starts `check-worker` from this file. */
export function startCheckWorker(file: string): StartCheckWorker {
  return job => {
    const worker = new Worker(file, { workerData: job, execArgv: [], env: {} });
    worker.unref();
    return {
      onAnswer: listener => void worker.on('message', listener),
      onEnd: listener => {
        worker.on('error', cause => listener(String(cause)));
        worker.on('exit', code => listener(`the thread ended with code ${code}`));
      },
      end: () => void worker.terminate(),
    };
  };
}

type VerifyJob = Extract<CheckJob, { readonly kind: 'verify' }>;

/** Readings of the whole audit journal. Errors: `storage`, and `invalid-request` while another one runs. */
export interface CheckJobs {
  readonly verify: (job: Omit<VerifyJob, 'kind'>) => Promise<Result<AuditReport>>;
  readonly export: (dataDir: string) => Promise<Result<ExportedJournal>>;
  /** Ends the thread that runs, if one does. */
  readonly stop: () => void;
}

export function createCheckJobs(start: StartCheckWorker): CheckJobs {
  let running: CheckWorker | null = null;
  const run = async (job: CheckJob): Promise<Result<CheckAnswer>> => {
    if (running !== null)
      return fail('invalid-request', 'The audit journal is being read. Try again when that is done.');
    try {
      running = start(job);
      return succeed(await answerOf(running));
    } catch (cause) {
      return succeed({ state: 'failed', reason: `the thread that reads it cannot start: ${String(cause)}` });
    } finally {
      running?.end();
      running = null;
    }
  };
  return {
    verify: async job => {
      const answer = await run({ kind: 'verify', ...job });
      if (!answer.ok) return answer;
      return answer.value.state === 'verified' ? succeed(answer.value.report) : failedAs(answer.value);
    },
    export: async dataDir => {
      const answer = await run({ kind: 'export', dataDir });
      if (!answer.ok) return answer;
      return answer.value.state === 'exported' ? succeed(answer.value.exported) : failedAs(answer.value);
    },
    stop: () => running?.end(),
  };
}

function answerOf(worker: CheckWorker): Promise<CheckAnswer> {
  return new Promise(resolve => {
    worker.onAnswer(raw => {
      const answer = CheckAnswer.safeParse(raw);
      resolve(answer.success ? answer.data : { state: 'failed', reason: 'the thread answered something else' });
    });
    worker.onEnd(reason => resolve({ state: 'failed', reason }));
  });
}

function failedAs(answer: CheckAnswer): Result<never> {
  const reason = answer.state === 'failed' ? answer.reason : 'the thread answered something else';
  return fail('storage', `The audit journal cannot be read or written (${reason}).`);
}
