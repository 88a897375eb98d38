/** Notes in a page which picture was on the screen when. */

/**
 * Runs in the page and so may use nothing from outside itself. After a frame's callbacks the picture is painted, then
 * comes the message: that is the moment that counts, good to about a millisecond.
 */
function install() {
  const channel = new MessageChannel();
  const paints = [];
  let [newest, shown, isAsked] = [0, 0, false];
  channel.port1.onmessage = () => {
    if (paints.at(-1)?.[0] !== shown) paints.push([shown, performance.timeOrigin + performance.now()]);
  };
  globalThis.paintLog = {
    paints,
    /** this picture is drawn, within the frame's callback */
    drawn(sequence) {
      shown = sequence;
      channel.port2.postMessage(null);
    },
    /** the page knows this picture and draws it with the next frame, before the callback that is asked for here */
    heard(sequence) {
      newest = sequence;
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        globalThis.paintLog.drawn(newest);
      });
    },
  };
}

export const installPaintLog = page => page.evaluate(install);

/** The same for Fathom's page, by what its door tells of the book as it is, without steps. */
export async function installDeskLog(page) {
  await installPaintLog(page);
  await page.evaluate(() => {
    globalThis.desk.on('book.changed', ({ sequence, step }) => {
      if (sequence !== null && (step ?? null) === null) globalThis.paintLog.heard(Number(sequence));
    });
  });
}

export const clearPaints = page => page.evaluate(() => void globalThis.paintLog.paints.splice(0));

export const readPaints = page => page.evaluate(() => globalThis.paintLog.paints);

/** How much the page's clock is ahead of ours, by the quickest of some questions. */
export async function clockLeadMs(page) {
  const nowMs = () => performance.timeOrigin + performance.now();
  let best = { tookMs: Number.POSITIVE_INFINITY, leadMs: 0 };
  for (let round = 0; round < 20; round += 1) {
    const askedAtMs = nowMs();
    const theirsMs = await page.evaluate(() => performance.timeOrigin + performance.now());
    const tookMs = nowMs() - askedAtMs;
    if (tookMs < best.tookMs) best = { tookMs, leadMs: theirsMs - askedAtMs - tookMs / 2 };
  }
  return best.leadMs;
}
