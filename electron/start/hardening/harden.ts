import inspector from 'node:inspector';
import { preventCoreDump } from '#os/core-dump.ts';
import { operatingSystem } from '#os/operating-system.ts';

/**
 * What keeps others out of the process that holds the keys, done in the process itself, for it may have been started by
 * something else than our launcher. `SIGUSR1` opens Node's inspector, unless the program handles the signal.
 */
export function hardenProcess(): void {
  removeDriverSwitches();
  if (operatingSystem.platform !== 'win32') process.on('SIGUSR1', () => {});
  preventCoreDump();
}

/**
 * The library that drives the browser listens to them when it is loaded, later. They make it write down all that
 * crosses to and from the page, what is typed into the trusted window too; stop there; or drive a browser somewhere
 * else.
 */
const driverSwitch = /^(?:DEBUG|DEBUG_.*|PW(?:DEBUG|TEST|_).*|PLAYWRIGHT_.*|SELENIUM_.*)$/i;

function removeDriverSwitches(): void {
  for (const name of Object.keys(process.env)) if (driverSwitch.test(name)) Reflect.deleteProperty(process.env, name);
}

/** A sentence when a debugger is in this process already, by NODE_OPTIONS or a switch; null when none is. */
export function whyDebugged(): string | null {
  if (inspector.url() === undefined) return null;
  return 'a debugger is open on this process (--inspect, perhaps in NODE_OPTIONS); it could read the keys. Fathom does not run with it.';
}
