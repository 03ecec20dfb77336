import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { inProject, runTold } from './run.mjs'

/** Node's compile cache, shared by the many processes that tests start. */
const compiled = inProject('node_modules/.cache/compiled')

/** For each processor: many tests wait, for a time limit, a hash or an answer. A browser has further processes. */
const workersOf = (project) => Math.ceil(availableParallelism() * (project === 'browser' ? 1.5 : 2))

/** More failures than this are not flakiness, and repeating them all would take long. */
const mostRepeated = 10

/**
 * Runs one project of tests (`!browser`: all but that one). A test that fails in the browser is run once more
 * by itself; if it passes then, it counts as passed and is named in `flaky`. Returns how many passed and
 * failed, the authorization cells that were tried, and the failures as text.
 */
export async function runTests(project, { args = [], env = {} } = {}) {
  const { code, told, passed, cells, failed } = await vitest(project, args, env)
  const flaky = await passingAlone(project, failed, { args, env })
  const failures = failed.filter((one) => !flaky.includes(one)).map(inWords)
  // A failure after all tests, such as in a cleanup, belongs to no test.
  if (code !== 0 && failed.length === 0)
    failures.push(`FAIL  project ${project} ended with ${code}:\n${told}`)
  return {
    passed: passed + flaky.length,
    failed: failures.length,
    failures,
    flaky: flaky.map(titleOf),
    cells,
  }
}

/** The failed tests that pass when each of them is run once more by itself. */
async function passingAlone(project, failed, { args, env }) {
  if (project !== 'browser' || failed.length > mostRepeated) return []
  const flaky = []
  for (const one of failed.filter(({ path }) => path)) {
    console.log(`\n── once more by itself: ${titleOf(one)}`)
    const pattern = `^${one.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
    const { code, passed } = await vitest(project, [...args, one.file, '-t', pattern], env)
    if (code === 0 && passed === 1) flaky.push(one)
  }
  return flaky
}

/** Returns Vitest's exit code, the end of its stderr, and what `reporter.mjs` found. */
async function vitest(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  const file = join(folder, 'result.json')
  try {
    const reporters = ['--reporter=default', `--reporter=${inProject('scripts/reporter.mjs')}`]
    const workers = `--maxWorkers=${workersOf(project)}`
    const call = [tool('vitest'), 'run', '--project', project, workers, ...reporters, ...args]
    const { code, told } = await runTold(ownNode, call, {
      env: ownEnv({ NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled, RESULT_FILE: file, ...env }),
    })
    return { code, told, ...readResult(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, cells: 0, failed: [] } // it ended before it could write any
  }
}

const titleOf = ({ file, path }) => (path ? `${file} > ${path}` : file)

function inWords(one) {
  const lines = one.messages.flatMap((message) => message.split('\n').slice(0, 6))
  return [`FAIL  ${titleOf(one)}`, ...lines].join('\n      ')
}
