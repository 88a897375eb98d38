/** What of the text in `electron/` comes to the page, which says it in its own language. */

/** Nothing in these is read on the page: command line, log, browser, the trusted window with its questions, SQL. */
const elsewhere = [
  /^electron\/(?:log|os|shell|time|trusted\/(?!prompt))/,
  /^electron\/archive\/(?:command|postgres|records|sqlite|worker)\//,
  /^electron\/(?:main|preload|trusted-preload)\.ts$/,
  /^electron\/start\/(?:children|hardening|kill-command|watchdog)\//,
  /^electron\/start\/(?:audit\/audit-command|data-dir|flags|harness|instance-lock)\.ts$/,
  /(?:^|[/-])questions?\.ts$/,
  /^electron\/store\/(?:audit\/audit-table|journal\/(?:journal-rows|migrations|salvage|spendings|losses|reserve))\.ts$/,
];
const sql = /^(?:PRAGMA|BEGIN|SELECT|INSERT|UPDATE|DELETE)\b/;
const request = /^(?:GET|POST|DELETE) \//;

/**
 * Whether a file of main says something to the page; with a text: whether that text is such a thing.
 * @param {string} path
 * @param {string} text
 */
export function isSaidByMain(path, text = 'Aa') {
  return (
    /^electron\/.+\.ts$/.test(path) &&
    !elsewhere.some(place => place.test(path)) &&
    /\p{L}{2}/u.test(text) &&
    !sql.test(text) &&
    !request.test(text)
  );
}
