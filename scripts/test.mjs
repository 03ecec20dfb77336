import { buildIfNeeded } from './built.mjs'
import { check } from './checks.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { formatTimeSince, runMain, UserError } from './run.mjs'
import { runTests } from './tests/vitest.mjs'

const summaryLines = []
const failures = []
const flakyTitles = []
const counts = { passed: 0, failed: 0 }

await runMain(async () => {
  if (await runStep('install', installAll)) {
    await runStep('check', checkAll)
    const isBuilt = await runStep('build', buildIfNeeded)
    await runStep('tests in the process', () => runProject('!browser'))
    if (isBuilt)
      await runStep('tests in the browser', async () => runProject('browser', await findChromiums()))
  }

  // Printed again, because readers look at the end of a long output.
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\n${summaryLines.join('\n')}\n`)
  for (const title of flakyTitles) console.log(`flaky: ${title}`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0 ? 0 : 1
})

/** Runs one step. A failure is counted and printed, and the next steps still run, so that one run reports all failures. */
async function runStep(name, task) {
  console.log(`\n── ${name}`)
  const startMs = performance.now()
  const failedBefore = counts.failed
  try {
    await task()
  } catch (error) {
    counts.failed += 1
    console.log(error instanceof UserError ? error.message : error)
  }
  const hasPassed = counts.failed === failedBefore
  summaryLines.push(`${hasPassed ? 'ok  ' : 'FAIL'}  ${name}  ${formatTimeSince(startMs)}`)
  return hasPassed
}

/** Installs the packages and the system packages that the tests need. */
async function installAll() {
  await install()
  await installPostgres()
  await findChromiums()
}

async function checkAll() {
  counts.failed += (await check()).length
}

/** Runs one Vitest project and adds its counts. */
async function runProject(project, env) {
  const result = await runTests(project, { env })
  if (result.cells > 0)
    summaryLines.push(
      `      ${result.cells} authorization checks: calls by 24 kinds of callers, wrong methods, other spellings`,
    )
  failures.push(...result.failures)
  flakyTitles.push(...result.flaky)
  counts.passed += result.passed
  counts.failed += result.failed
}
