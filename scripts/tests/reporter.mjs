import { writeFileSync } from 'node:fs'

/**
 * Writes the result of a test run as JSON to the file RESULT_FILE: `{ passed, cells, failed: [{ file, path?, messages }] }`.
 * Vitest's own JSON reporter leaves out promises that are rejected after their test, although they fail the run.
 */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const result = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      cells: tests.reduce((sum, test) => sum + (test.meta().cells ?? 0), 0),
      failed: [...modules.flatMap(listFailures), ...unhandledErrors.map(toFailure)],
    }
    writeFileSync(process.env.RESULT_FILE, JSON.stringify(result))
  }
}

/** The failed tests of a file, and the groups (or the file itself) in which a hook failed. */
function listFailures(module) {
  const file = module.moduleId
  const tests = [...module.children.allTests('failed')].map((test) => ({
    file,
    path: test.fullName, // what `-t` is compared with
    messages: test.result().errors.map(getMessage),
  }))
  const groups = [...module.children.allSuites(), module].filter((group) => group.errors().length > 0)
  return [...tests, ...groups.map((group) => ({ file, messages: group.errors().map(getMessage) }))]
}

function toFailure(error) {
  const { VITEST_TEST_PATH: path = '', VITEST_TEST_NAME: name = '' } = error
  const file = [path, name].filter(Boolean).join(' > ')
  return { file: file || 'no test', messages: [`unhandled: ${getMessage(error)}`] }
}

const getMessage = ({ stack, name, message }) => stack || `${name}: ${message}`
