import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { inProject, runStep } from './run.mjs'

/** What Node has compiled, kept for the many processes that tests start. */
const compiled = inProject('node_modules/.cache/compiled')

/** For each processor: many tests wait, for a time limit, a hash or an answer. A browser has further processes. */
const workersOf = (project) => Math.ceil(availableParallelism() * (project === 'browser' ? 1.5 : 2))

/** More failures than this are no flicker, and to repeat them all would take long. */
const mostRepeated = 10

/**
 * Runs one project of tests (`!browser`: all but that one). A test that fails in the browser is run once more by itself;
 * if it passes then, it counts as passed and is named in `flaky`. Answers how many passed and failed, the authorization
 * cells that were tried, and what failed, in words.
 */
export async function runTests(project, { args = [], env = {} } = {}) {
  const { code, numPassedTests, numFailedTests, testResults } = await vitest(project, args, env)
  const failed = testResults.flatMap(failuresOf)
  const flaky = await passingAlone(project, failed, { args, env })
  const failures = failed.filter((one) => !flaky.includes(one)).map(({ text }) => text)
  const isUnexplained = code !== 0 && failed.length === 0
  if (isUnexplained) failures.push(`FAIL  project ${project} ended with ${code}`)
  return {
    passed: numPassedTests + flaky.length,
    failed: Math.max(failures.length, numFailedTests - flaky.length),
    failures,
    flaky: flaky.map(({ title }) => title),
    cells: cellsIn(testResults),
  }
}

/** The failed tests that pass when each of them is run once more by itself. */
async function passingAlone(project, failed, { args, env }) {
  if (project !== 'browser' || failed.length > mostRepeated) return []
  const flaky = []
  for (const one of failed.filter(({ pattern }) => pattern)) {
    console.log(`\n── once more by itself: ${one.title}`)
    const { code, numPassedTests } = await vitest(project, [...args, one.file, '-t', one.pattern], env)
    if (code === 0 && numPassedTests === 1) flaky.push(one)
  }
  return flaky
}

async function vitest(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  const file = join(folder, 'result.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const workers = `--maxWorkers=${workersOf(project)}`
    const call = [tool('vitest'), 'run', '--project', project, workers, ...reporters, ...args]
    const code = await runStep(ownNode, call, {
      env: ownEnv({ NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled, ...env }),
    })
    return { code, ...readResult(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, testResults: [] } // it ended before it could write any
  }
}

/** The failed tests of one file with the first lines of their messages; the file itself if it could not be run. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0 && status === 'failed')
    return [failure({ file: name, title: name, messages: [message] })]
  return failed.map(({ ancestorTitles, title, failureMessages }) => {
    const path = [...ancestorTitles, title].join(' > ') // what `-t` is compared with
    return failure({
      file: name,
      title: `${name} > ${path}`,
      pattern: `^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
      messages: failureMessages,
    })
  })
}

function failure({ messages, ...rest }) {
  const lines = messages.flatMap((message) => message.split('\n').slice(0, 6))
  const text = [`FAIL  ${rest.title}`, ...lines].join('\n      ')
  return { ...rest, text }
}

function cellsIn(testResults) {
  const cells = testResults.flatMap((one) => one.assertionResults).map(({ meta }) => meta?.cells ?? 0)
  return cells.reduce((one, other) => one + other, 0)
}
