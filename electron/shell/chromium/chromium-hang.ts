import type { Page } from 'playwright-core';
import type { Emergency } from '../shell.ts';

const askEveryMs = 2_000;
/**
 * So many questions later it still has not answered the first: counted, because in sleep no time passes for the page
 * either.
 */
const patience = 4;

/** Pings the page every two seconds, and reports when it stops and starts answering. */
export async function watchForHang(page: Page, publish: (what: Emergency) => void): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let unanswered = 0;
  const answered = (): void => {
    if (unanswered > patience) publish('answering');
    unanswered = 0;
  };
  const ask = (): void => {
    unanswered += 1;
    if (unanswered === patience + 1) publish('hanging');
    if (unanswered > 1) return;
    // a page that is reloaded meanwhile rejects, and is running
    session.send('Runtime.evaluate', { expression: '0' }).then(answered, answered);
  };
  const timer = setInterval(ask, askEveryMs);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  page.once('close', stop);
  page.once('crash', stop);
}
