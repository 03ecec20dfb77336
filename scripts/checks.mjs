import { readdirSync } from 'node:fs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, inProject, since } from './run.mjs'

const types = ['both', 'server', 'web', 'extension', 'test'].map((part) => ({
  name: `types: ${part}`,
  args: ['tsc', '-p', `tsconfig.${part}.json`],
}))

const cruised = ['src', 'db', 'extension', 'test']

/** Each check: a tool or a script, its arguments, and optionally a function that finds a fault in the output of a run that passed. */
const checks = [
  { name: 'format and lint', args: ['biome', 'check', '.'] },
  ...types,
  {
    name: 'import rules',
    args: ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...cruised],
    findFault: findSkippedModules,
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
      if (!(await passes(next))) failed.push(next.name)
  }
  await Promise.all([runNext(), runNext()])
  return failed
}

async function passes({ name, args: [command, ...rest], findFault }) {
  const program = command.endsWith('.mjs') ? inProject(command) : tool(command)
  const startMs = performance.now()
  const { code, output } = await capture(ownNode, [program, ...rest], { env: ownEnv() })
  const problem = code === 0 ? findFault?.(output) : output.trimEnd()
  console.log(`${problem === undefined ? 'ok  ' : 'FAIL'}  ${name}  ${since(startMs)}`)
  if (problem !== undefined) console.log(problem)
  return problem === undefined
}

/** With a parser that does not support the files, the tool skips them and finds nothing wrong. */
function findSkippedModules(output) {
  const [, modules = '0'] = /\((\d+) modules/.exec(output) ?? []
  const files = cruised.flatMap(sourceFiles).length
  return Number(modules) >= files ? undefined : `Only ${modules} of ${files} source files were checked.`
}

function sourceFiles(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((item) => {
    const path = `${folder}/${item.name}`
    if (item.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(item.name) ? [path] : []
  })
}
