import type { Log } from '#log/log.ts';

function doNothing(): void {}

/** What is measured is not the writing of a log. */
export const silentLog: Log = { debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };
