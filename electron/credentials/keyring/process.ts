import { fork } from 'node:child_process';
import { operatingSystem } from '#os/operating-system.ts';
import { KeyringAnswer, type KeyringRequest } from './protocol.ts';

/** A started keyring process. Electron gives its own (a utility process), because its fuses forbid a forked Node. */
interface KeyringProcess {
  readonly send: (request: KeyringRequest) => void;
  readonly onAnswer: (listener: (answer: unknown) => void) => void;
  /** the process ended or could not be started, for whatever reason */
  readonly onEnd: (listener: (reason: string) => void) => void;
  readonly kill: () => void;
}
export type StartKeyringProcess = () => KeyringProcess;

/** Forks `modulePath` (keyring/child) on the same Node. The environment locates the keychain. */
export function forkKeyring(modulePath: string, environment: NodeJS.ProcessEnv = process.env): StartKeyringProcess {
  return () => {
    const child = fork(modulePath, [], {
      execArgv: ['--disable-sigusr1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: withoutForeignCode(environment),
    });
    return {
      send: request => child.send(request, () => {}),
      onAnswer: listener => child.on('message', listener),
      onEnd: listener => {
        child.on('error', cause => listener(cause.message));
        child.on('exit', (code, signal) => listener(`the keychain process ended (${signal ?? code ?? 'no reason'})`));
      },
      kill: () => operatingSystem.endAtOnce(child),
    };
  };
}

const loadsCode = new Set(['NODE_OPTIONS', 'NODE_PATH', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES']);

/** All but what could load foreign code into the process that sees the secrets. */
export function withoutForeignCode(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !loadsCode.has(name.toUpperCase())));
}

export type Later = (what: () => void, ms: number) => () => void;

/** A timer that does not keep the program alive. Returns its undo. */
export const later: Later = (what, ms) => {
  const timer = setTimeout(what, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

export interface KeyringQuestion {
  readonly start: StartKeyringProcess;
  readonly request: KeyringRequest;
  /** after this the keychain counts as locked: it waits for the user */
  readonly deadlineMs: number;
  readonly later: Later;
}

/** One question to a fresh process, which is ended whatever comes. Never rejects. */
export function askKeyring({ start, request, deadlineMs, later: schedule }: KeyringQuestion): Promise<KeyringAnswer> {
  return new Promise(resolve => {
    let keyring: KeyringProcess;
    try {
      keyring = start();
    } catch (cause) {
      resolve({ state: 'missing', reason: `the keychain process cannot start: ${String(cause)}` });
      return;
    }
    const settle = (answer: KeyringAnswer) => {
      cancel();
      keyring.kill();
      resolve(answer);
    };
    const cancel = schedule(() => {
      settle({ state: 'locked', reason: `no answer within ${deadlineMs / 1000} s` });
    }, deadlineMs);
    keyring.onAnswer(raw => {
      const answer = KeyringAnswer.safeParse(raw);
      settle(answer.success ? answer.data : { state: 'missing', reason: 'the keychain process answered nonsense' });
    });
    keyring.onEnd(reason => settle({ state: 'missing', reason }));
    keyring.send(request);
  });
}
