import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNodeEnv, getToolPath, ownNode } from '../own-node.mjs'
import { resolveInProject, runWithErrorOutput } from '../run.mjs'

/** Node's compile cache, shared by the many processes that tests start. */
const compileCacheFolder = resolveInProject('node_modules/.cache/compiled')

/** More workers than processors, because many tests wait for a timeout, a hash or a response. Browsers need more processes. */
const countWorkers = (project) => Math.ceil(availableParallelism() * (project === 'browser' ? 1.5 : 2))

/** If more tests fail, they are not flaky, and repeating all of them would take long. */
const maxRepeatedTests = 10

/**
 * Runs one Vitest project (`!browser`: all but that one). A browser test that fails is run once more
 * by itself; if it passes then, it counts as passed and is named in `flaky`. Returns how many
 * passed and failed, how many authorization checks were made, and the failures as text.
 */
export async function runTests(project, { args = [], env = {} } = {}) {
  const { code, errorOutput, passed, cells, failed } = await runVitest(project, args, env)
  const flaky = await listFlaky(project, failed, { args, env })
  const failures = failed.filter((failure) => !flaky.includes(failure)).map(formatFailure)
  // A failure after the last test, such as in a cleanup, belongs to no test.
  if (code !== 0 && failed.length === 0)
    failures.push(`FAIL  project ${project} ended with code ${code}:\n${errorOutput}`)
  return {
    passed: passed + flaky.length,
    failed: failures.length,
    failures,
    flaky: flaky.map(getTitle),
    cells,
  }
}

/** Prints the failures, the flaky tests and the counts of a run. Returns the exit code. */
export function printResult({ passed, failed, failures, flaky }) {
  if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`)
  for (const title of flaky) console.log(`flaky: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** The failed tests that pass when each of them is run once more by itself. */
async function listFlaky(project, failed, { args, env }) {
  if (project !== 'browser' || failed.length > maxRepeatedTests) return []
  const flaky = []
  for (const failure of failed.filter(({ path }) => path)) {
    console.log(`\n── once more by itself: ${getTitle(failure)}`)
    const pattern = `^${failure.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
    const { code, passed } = await runVitest(project, [...args, failure.file, '-t', pattern], env)
    if (code === 0 && passed === 1) flaky.push(failure)
  }
  return flaky
}

/** Returns Vitest's exit code, the end of its stderr, and the result that `reporter.mjs` wrote. */
async function runVitest(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  const file = join(folder, 'result.json')
  try {
    const reporters = ['--reporter=default', `--reporter=${resolveInProject('scripts/tests/reporter.mjs')}`]
    const workers = `--maxWorkers=${countWorkers(project)}`
    const command = [getToolPath('vitest'), 'run', '--project', project, workers, ...reporters, ...args]
    const { code, errorOutput } = await runWithErrorOutput(ownNode, command, {
      env: createNodeEnv({
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: compileCacheFolder,
        RESULT_FILE: file,
        ...env,
      }),
    })
    return { code, errorOutput, ...readResult(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, cells: 0, failed: [] } // Vitest ended before it could write any
  }
}

const getTitle = ({ file, path }) => (path ? `${file} > ${path}` : file)

function formatFailure(failure) {
  const lines = failure.messages.flatMap((message) => message.split('\n').slice(0, 6))
  return [`FAIL  ${getTitle(failure)}`, ...lines].join('\n      ')
}
