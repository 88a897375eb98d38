/**
 * Holds the workflows to least rights and fixed actions. It reads them by their indentation of two, which it demands:
 * there is no reader of YAML that set-up may count on.
 *
 * @typedef {{ readonly name: string, readonly text: string }} Block
 */

const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * The blocks of a text that begin with a line matched by `start`; its first group is their name.
 * @param {string} text
 * @param {RegExp} start with the flags g and m
 * @returns {readonly Block[]}
 */
function blocksOf(text, start) {
  const begins = [...text.matchAll(start)];
  return begins.map((begin, index) => ({
    name: begin[1] ?? '',
    text: text.slice(begin.index, begins[index + 1]?.index ?? text.length),
  }));
}

/**
 * @param {string} path
 * @param {Block} step
 */
function judgeStep(path, { name, text }) {
  const uses = /^ +(?:- )?uses: (.+)$/m.exec(text)?.[1];
  const who = `${path}: the step ${JSON.stringify(name)}`;
  /** @type {string[]} */
  const faults = [];
  if (!/^ +- name: \S/.test(text)) faults.push(`${who} begins without a name`);
  if (uses !== undefined && !pinned.test(uses))
    faults.push(`${who} uses ${uses}: pin it by its commit, with the version behind #`);
  if (uses?.startsWith('actions/checkout@') === true && !/^ +persist-credentials: false$/m.test(text))
    faults.push(`${who} keeps its credentials: persist-credentials: false`);
  const script = /^ {8}run: (.*(?:\n {10,}.*)*)/m.exec(text)?.[1];
  if (script?.includes('${{') === true) faults.push(`${who} pastes an expression into a script: hand it over by env`);
  return faults;
}

/**
 * @param {string} path
 * @param {Block} job
 */
function judgeJob(path, { name, text }) {
  const steps = blocksOf(text, /^ {6}- (?:\w+: (.*))?$/gm);
  const faults = steps.flatMap(step => judgeStep(path, step));
  if (!/^ {4}permissions:/m.test(text)) faults.push(`${path}: the job ${name} does not say its permissions`);
  if (!/^ {4}timeout-minutes: \d+$/m.test(text))
    faults.push(`${path}: the job ${name} may run for ever: timeout-minutes`);
  if (steps.length === 0) faults.push(`${path}: the job ${name} has no step that can be read`);
  return faults;
}

/**
 * What is wrong with one workflow, a sentence each.
 * @param {string} path
 * @param {string} text
 */
export function workflowFaults(path, text) {
  const jobs = blocksOf(/^jobs:\n([^]*)/m.exec(text)?.[1] ?? '', /^ {2}([\w-]+):$/gm);
  const faults = jobs.flatMap(job => judgeJob(path, job));
  if (!/^permissions: \{\}$/m.test(text))
    faults.push(`${path}: rights are given to a job, never to all: permissions: {}`);
  if (!/^concurrency:\n(?: {2}.*\n)* {2}cancel-in-progress: true$/m.test(text))
    faults.push(`${path}: a newer run does not cancel the older one`);
  if (/\bsecrets\b/.test(text)) faults.push(`${path}: no job of ours needs a secret`);
  if (jobs.length === 0) faults.push(`${path}: no job that can be read`);
  return faults;
}

/**
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findWorkflows(files) {
  const workflows = [...files].filter(([path]) => /^\.github\/workflows\/.+\.ya?ml$/.test(path));
  return { faults: workflows.flatMap(([path, text]) => workflowFaults(path, text ?? '')), seen: workflows.length };
}
