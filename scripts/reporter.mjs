import { writeFileSync } from 'node:fs'

/**
 * What a run of tests found, as JSON in the file RESULT_FILE: `{ passed, cells, failed: [{ file, path?, messages }] }`.
 * Vitest's own JSON says nothing of a promise that was rejected after its test, which fails the run all the same.
 */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const result = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      cells: tests.reduce((sum, test) => sum + (test.meta().cells ?? 0), 0),
      failed: [...modules.flatMap(failuresIn), ...unhandledErrors.map(unhandled)],
    }
    writeFileSync(process.env.RESULT_FILE, JSON.stringify(result))
  }
}

/** The tests of a file that failed, and its groups (or the file itself) where a hook failed. */
function failuresIn(module) {
  const file = module.moduleId
  const tests = [...module.children.allTests('failed')].map((test) => ({
    file,
    path: test.fullName, // what `-t` is compared with
    messages: test.result().errors.map(messageOf),
  }))
  const groups = [...module.children.allSuites(), module].filter((group) => group.errors().length > 0)
  return [...tests, ...groups.map((group) => ({ file, messages: group.errors().map(messageOf) }))]
}

function unhandled(error) {
  const { VITEST_TEST_PATH: path = '', VITEST_TEST_NAME: name = '' } = error
  const file = [path, name].filter(Boolean).join(' > ')
  return { file: file || 'no test', messages: [`unhandled: ${messageOf(error)}`] }
}

const messageOf = ({ stack, name, message }) => stack || `${name}: ${message}`
