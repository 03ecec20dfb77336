import { buildIfNeeded } from './built.mjs'
import { check } from './checks.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { entry, Problem, since } from './run.mjs'
import { runTests } from './tests/vitest.mjs'

const lines = []
const failures = []
const flaky = []
const counts = { passed: 0, failed: 0 }

await entry(async () => {
  if (await runStep('install', installAll)) {
    await runStep('check', checkAll)
    const isBuilt = await runStep('build', buildIfNeeded)
    await runStep('tests in the process', () => runProject('!browser'))
    if (isBuilt)
      await runStep('tests in the browser', async () => runProject('browser', await findChromiums()))
  }

  // Listed again, because the end of a long output must name them.
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\n${lines.join('\n')}\n`)
  for (const title of flaky) console.log(`flaky: ${title}`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0 ? 0 : 1
})

/** Runs one step. A failed step is counted and shown; the next ones still run, so that one run reports all failures. */
async function runStep(name, task) {
  console.log(`\n── ${name}`)
  const startMs = performance.now()
  const failedBefore = counts.failed
  try {
    await task()
  } catch (error) {
    counts.failed += 1
    console.log(error instanceof Problem ? error.message : error)
  }
  const hasPassed = counts.failed === failedBefore
  lines.push(`${hasPassed ? 'ok  ' : 'FAIL'}  ${name}  ${since(startMs)}`)
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

/** Runs one project of tests and adds its counts. */
async function runProject(project, env) {
  const result = await runTests(project, { env })
  if (result.cells > 0)
    lines.push(
      `      ${result.cells} authorization cells: calls by 24 kinds of callers, wrong methods, other spellings`,
    )
  failures.push(...result.failures)
  flaky.push(...result.flaky)
  counts.passed += result.passed
  counts.failed += result.failed
}
