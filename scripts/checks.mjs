import { readdirSync } from 'node:fs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, inProject, since } from './run.mjs'

const types = ['both', 'server', 'web', 'extension', 'test'].map((part) => ({
  name: `types: ${part}`,
  args: ['tsc', '-p', `tsconfig.${part}.json`],
}))

const cruised = ['src', 'db', 'extension', 'test']

/** Each part of the house rules: a tool, its arguments, and what else its output must satisfy. */
const checks = [
  { name: 'format and lint', args: ['biome', 'check', '.'] },
  ...types,
  {
    name: 'import rules',
    args: ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...cruised],
    refusal: tooFewModules,
  },
  { name: 'dead code', args: ['knip'] },
]

/** Runs every check, two at a time, and prints a line for each. Returns the names of those that failed. */
export async function check() {
  const waiting = [...checks]
  const failed = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if (!(await passes(next))) failed.push(next.name)
  }
  await Promise.all([work(), work()])
  return failed
}

async function passes({ name, args: [command, ...rest], refusal }) {
  const from = performance.now()
  const { code, output } = await capture(ownNode, [tool(command), ...rest], { env: ownEnv() })
  const problem = code === 0 ? refusal?.(output) : output.trimEnd()
  console.log(`${problem === undefined ? 'ok  ' : 'FAIL'}  ${name}  ${since(from)}`)
  if (problem !== undefined) console.log(problem)
  return problem === undefined
}

/** With a parser that does not know the files, the tool sees none of them and finds nothing wrong. */
function tooFewModules(output) {
  const [, modules = '0'] = /\((\d+) modules/.exec(output) ?? []
  const files = cruised.flatMap(sourceFiles).length
  return Number(modules) >= files ? undefined : `Only ${modules} of ${files} source files were looked at.`
}

function sourceFiles(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((item) => {
    const path = `${folder}/${item.name}`
    if (item.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(item.name) ? [path] : []
  })
}
