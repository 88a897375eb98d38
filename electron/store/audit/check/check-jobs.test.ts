import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '../../store.ts';
import { intent, silent } from '../../testing/journal-fixture.ts';
import { verifyStore } from '../../testing/verify-store.ts';
import { createAuditControl } from '../audit-control.ts';
import type { AuditEvidence } from '../seal/evidence.ts';
import type { CheckJob } from './check-job.ts';
import { type CheckWorker, createCheckJobs, startCheckWorker } from './check-jobs.ts';

const workerFile = fileURLToPath(new URL('check-worker.ts', import.meta.url));
const unused: AuditEvidence = { state: 'unused' };

let dataDir: string;
let store: Store;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-check-'));
  const opened = openStore({ dataDir, log: silent, nowMs: () => 5 });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

const nothing = (): void => {};

/** A thread that the test plays. */
function playedWorker() {
  const jobs: CheckJob[] = [];
  const ended: number[] = [];
  let answer: (raw: unknown) => void = nothing;
  let end: (reason: string) => void = nothing;
  const start = (job: CheckJob): CheckWorker => {
    jobs.push(job);
    return {
      onAnswer: listener => {
        answer = listener;
      },
      onEnd: listener => {
        end = listener;
      },
      end: () => {
        ended.push(jobs.length);
        end('ended');
      },
    };
  };
  return { jobs, ended, start, answer: (raw: unknown) => answer(raw), end: (reason: string) => end(reason) };
}

it('check job gives on a thread the result of the same check in this thread, while the journal is open for writing', async () => {
  for (const id of ['a', 'b', 'c']) store.journal.append({ intent: intent(id), body: {} });
  const jobs = createCheckJobs(startCheckWorker(workerFile));
  const report = await jobs.verify({ dataDir, evidence: unused });
  expect(report).toEqual({ ok: true, value: verifyStore({ dataDir }) });
  expect(report.ok && report.value.rows).toBe(3);
  const exported = await jobs.export(dataDir);
  expect(exported).toMatchObject({ ok: true, value: { rows: 3 } });
});

it('check job rejects a second reading while one runs, and runs again after it', async () => {
  const worker = playedWorker();
  const jobs = createCheckJobs(worker.start);
  const first = jobs.verify({ dataDir, evidence: unused });
  expect(await jobs.export(dataDir)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  worker.answer({ state: 'failed', reason: 'disk' });
  expect(await first).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(worker.ended).toEqual([1]);
  const next = jobs.export(dataDir);
  worker.answer({ state: 'exported', exported: { file: 'f', rows: 1 } });
  expect(await next).toEqual({ ok: true, value: { file: 'f', rows: 1 } });
});

it('check job answers with a failure when the thread ends, answers something else, cannot start or is stopped', async () => {
  const worker = playedWorker();
  const jobs = createCheckJobs(worker.start);
  const ending = [() => worker.end('killed'), () => worker.answer({ state: 'what' }), () => jobs.stop()];
  for (const end of ending) {
    const report = jobs.verify({ dataDir, evidence: unused });
    end();
    expect(await report).toMatchObject({ ok: false, error: { kind: 'storage' } });
  }
  const broken = createCheckJobs(() => {
    throw new Error('no threads');
  });
  expect(await broken.verify({ dataDir, evidence: unused })).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(await createCheckJobs(startCheckWorker(`${workerFile}.none`)).export(dataDir)).toMatchObject({ ok: false });
});

it('check job gives a second check the answer of the first, and reads the keychain before the rows', async () => {
  const worker = playedWorker();
  const steps: string[] = [];
  const control = createAuditControl({
    audit: store.audit,
    jobs: createCheckJobs(job => {
      steps.push('rows');
      return worker.start(job);
    }),
    seal: {
      begin: () => Promise.resolve(),
      anchor: async () => void steps.push('anchor'),
      evidence: async () => {
        steps.push('keychain');
        return unused;
      },
      accept: () => Promise.resolve({ ok: true, value: null }),
    },
  });
  const both = Promise.all([control.verify(), control.verify()]);
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
  worker.answer({ state: 'verified', report: verifyStore({ dataDir }) });
  const [first, second] = await both;
  expect(first).toEqual(second);
  expect(first.ok).toBe(true);
  expect(steps).toEqual(['anchor', 'keychain', 'rows']);
});
