import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './built.mjs'
import { check } from './checks.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { entry, Problem, runStep, since } from './run.mjs'

const lines = []
const failures = []
const counts = { passed: 0, failed: 0 }

await entry(async () => {
  const results = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  process.once('exit', () => rmSync(results, { recursive: true, force: true }))

  if (await step('install', install)) {
    await step('check', checkAll)
    const isBuilt = await step('build', build)
    await step('tests in the process', () => vitest('!browser', join(results, 'in-process.json')))
    if (isBuilt) await step('tests in the browser', () => vitestInBrowser(join(results, 'browser.json')))
  }

  // Named again here, because whoever keeps only the end of a long run still has to know which they were.
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\n${lines.join('\n')}\n`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0 ? 0 : 1
})

/** Runs one step. A step that fails is counted and shown; the others still run, so that one run tells everything. */
async function step(name, work) {
  console.log(`\n── ${name}`)
  const from = performance.now()
  const failedBefore = counts.failed
  try {
    await work()
  } catch (error) {
    counts.failed += 1
    console.log(error instanceof Problem ? error.message : error)
  }
  const isRight = counts.failed === failedBefore
  lines.push(`${isRight ? 'ok  ' : 'FAIL'}  ${name}  ${since(from)}`)
  return isRight
}

async function checkAll() {
  counts.failed += (await check()).length
}

async function vitestInBrowser(file) {
  return vitest('browser', file, await findChromiums())
}

/** Runs one project of tests and adds its figures; a run that fails without a failed test counts as one. */
async function vitest(project, file, env = {}) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = [tool('vitest'), 'run', '--project', project, ...reporters]
  const code = await runStep(ownNode, args, { env: ownEnv({ NODE_ENV: 'test', ...env }) })
  const { numPassedTests, numFailedTests, testResults = [] } = readResult(file)
  const cells = testResults.flatMap((one) => one.assertionResults).map(({ meta }) => meta?.cells ?? 0)
  const sum = cells.reduce((one, other) => one + other, 0)
  if (sum > 0)
    lines.push(
      `      ${sum} authorization cells: calls by 24 kinds of callers, wrong methods, other spellings`,
    )
  failures.push(...testResults.flatMap(failuresOf))
  if (code !== 0 && numFailedTests === 0) failures.push(`FAIL  project ${project} ended with ${code}`)
  counts.passed += numPassedTests
  counts.failed += code === 0 ? numFailedTests : Math.max(1, numFailedTests)
}

/** The failed tests of one file with the first lines of their messages; the file itself if it could not be run. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failure(name, message)]
  return failed.map((one) => failure(`${name} > ${one.fullName}`, one.failureMessages.join('\n')))
}

function failure(what, message) {
  return [`FAIL  ${what}`, ...message.split('\n').slice(0, 6)].join('\n      ')
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1 } // it ended before it could write any
  }
}
