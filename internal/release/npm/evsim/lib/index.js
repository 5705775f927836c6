'use strict';
const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const { AssertionError } = require('node:assert');
const { binary } = require('./platform.js');
const { io, busy } = require('./world.js');

// A text of others on one line: nothing in it steers a terminal or commands a CI system.
const shown = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd').replaceAll('##', '#\\#');

/** What evsim said when it did not do what it was asked. */
class EvsimError extends Error {
  constructor(args, code, stderr) {
    super(stderr.trim() || `evsim ${shown(args.join(' '))} ended with exit code ${code}`);
    this.name = 'EvsimError';
    this.code = code;
    this.stderr = stderr;
  }
}

/** Starts evsim. Its end is a promise of its exit code and of what it said. */
function start(args, { cwd, signal } = {}) {
  const child = spawn(binary(), args, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text; });
  const end = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, by) => resolve({ code: code ?? 2, stderr: by ? `evsim was ended by ${by}` : stderr }));
  });
  end.catch(() => {}); // whoever reads the output hears of it at its end
  return { child, end };
}

/** The objects of a command that prints one a line, as they come. */
async function* lines(args, options) {
  const { child, end } = start(args, options);
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      if (line !== '') yield JSON.parse(line);
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill();
  }
  const { code, stderr } = await end;
  // 1: an expectation failed, 3: a limit was reached; the lines say so themselves.
  if (code === 2) throw new EvsimError(args, code, stderr);
}

/** The whole output of a command. */
async function whole(args, options) {
  const { child, end } = start(args, options);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text; });
  return { ...await end, stdout };
}

/** The flags that the functions have in common. */
function flags({ policies, budget }) {
  const list = [];
  if (policies?.length) list.push('--policy', policies.join(','));
  if (budget) list.push('--budget', Object.entries(budget).map(([key, value]) => `${key}=${value}`).join(','));
  return list;
}

const listed = (paths) => (Array.isArray(paths) ? paths : [paths]).map((path) => (path.startsWith('-') ? `./${path}` : path));

/** Every event of the runs of scenarios, as it comes. */
function events(files, options = {}) {
  const args = ['run', '--format', 'ndjson', ...flags({ policies: options.policies })];
  if (options.seed !== undefined) args.push('--seed', String(options.seed));
  for (const [path, value] of Object.entries(options.set ?? {})) args.push('--set', `${path}=${value}`);
  if (options.case !== undefined) args.push('--case', options.case);
  return lines([...args, ...listed(files)], options);
}

/** What each run of scenarios logs. */
async function run(files, options = {}) {
  const runs = [];
  for await (const event of events(files, options)) {
    if (event.seq === 1) {
      runs.push({ file: event.file, policy: event.policy, ...(event.case !== undefined && { case: event.case }), log: [] });
    }
    if (event.event === 'log') runs.at(-1).log.push(event.text);
  }
  return runs;
}

/** Every order that scenarios can log in, as it is found: lines of `evsim explore --format ndjson`. */
function explore(files, options = {}) {
  const args = ['explore', '--format', 'ndjson', ...flags(options)];
  if (options.unknown?.length) args.push('--unknown', options.unknown.join(','));
  return lines([...args, ...listed(files)], options);
}

/** Runs `evsim test`, which says what it finds in the given form. */
async function tested(form, paths, options) {
  const args = ['test', ...form, ...flags(options)];
  if (options.allowSampled) args.push('--allow-sampled');
  if (options.strict) args.push('--strict');
  for (const rule of options.rules ?? []) args.push('--rule', rule);
  args.push(...listed(paths));
  return { args, ...await whole(args, options) };
}

/** The results of `evsim test --format json`; `ok` is that all is proved and nothing failed. */
async function test(paths, options = {}) {
  const { args, code, stdout, stderr } = await tested(['--format', 'json'], paths, options);
  if (code === 2 && stdout === '') throw new EvsimError(args, code, stderr);
  return { ...JSON.parse(stdout), ok: code === 0 };
}

/** Fails with what `evsim test` says, its differences included, unless all holds and is proved. */
async function expectOrders(paths, options = {}) {
  const { args, code, stdout, stderr } = await tested(['--quiet', '--no-time'], paths, { ...options, strict: true });
  if (code === 2) throw new EvsimError(args, code, stderr || stdout);
  if (code !== 0) {
    throw new AssertionError({ message: `${stdout}${stderr}`.trim(), stackStartFn: expectOrders });
  }
}

module.exports = { EvsimError, binary, events, run, explore, test, expectOrders, io, busy };
