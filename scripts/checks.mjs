import { readdirSync } from 'node:fs'
import { createNodeEnv, getToolPath, ownNode } from './own-node.mjs'
import { captureOutput, formatTimeSince, resolveInProject } from './run.mjs'

const types = ['both', 'server', 'web', 'extension', 'test'].map((part) => ({
  name: `types: ${part}`,
  args: ['tsc', '-p', `tsconfig.${part}.json`],
}))

const checkedFolders = ['src', 'db', 'extension', 'test']

/** Each check: a tool or script with its arguments. `findProblem` looks for a problem in the output of a run that exited with 0. */
const checks = [
  { name: 'format and lint', args: ['biome', 'check', '.'] },
  ...types,
  {
    name: 'import rules',
    args: ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...checkedFolders],
    findProblem: findSkippedModules,
  },
  { name: 'dead code', args: ['knip'] },
  { name: 'plain words', args: ['scripts/plain-words.mjs'] },
]

/** Runs every check, two at a time, and prints a line for each. Returns the names of those that failed. */
export async function check() {
  const queue = [...checks]
  const failed = []
  const runNext = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      if (!(await runCheck(next))) failed.push(next.name)
  }
  await Promise.all([runNext(), runNext()])
  return failed
}

/** Whether the check passed. */
async function runCheck({ name, args: [command, ...rest], findProblem }) {
  const program = command.endsWith('.mjs') ? resolveInProject(command) : getToolPath(command)
  const startMs = performance.now()
  const { code, output } = await captureOutput(ownNode, [program, ...rest], { env: createNodeEnv() })
  const problem = code === 0 ? findProblem?.(output) : output.trimEnd()
  console.log(`${problem === undefined ? 'ok  ' : 'FAIL'}  ${name}  ${formatTimeSince(startMs)}`)
  if (problem !== undefined) console.log(problem)
  return problem === undefined
}

/** dependency-cruiser skips files that its parser does not support, and then reports no error. */
function findSkippedModules(output) {
  const [, moduleCount = '0'] = /\((\d+) modules/.exec(output) ?? []
  const fileCount = checkedFolders.flatMap(listSourceFiles).length
  return Number(moduleCount) >= fileCount
    ? undefined
    : `Only ${moduleCount} of ${fileCount} source files were checked.`
}

function listSourceFiles(folder) {
  return readdirSync(resolveInProject(folder), { withFileTypes: true }).flatMap((item) => {
    const path = `${folder}/${item.name}`
    if (item.isDirectory()) return listSourceFiles(path)
    return /\.tsx?$/.test(item.name) ? [path] : []
  })
}
