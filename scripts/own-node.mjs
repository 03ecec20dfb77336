import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { inProject } from './run.mjs'

/** The Node that the package installs, so that every machine runs the same one. */
export const ownNode = inProject(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The environment for a program run by `ownNode`: what it starts in turn finds the package's tools and Node first. */
export function ownEnv(more = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [inProject('node_modules', '.bin'), process.env[pathKey]].filter(Boolean).join(delimiter)
  return { ...process.env, [pathKey]: path, ...more }
}

const packageOfTool = { biome: '@biomejs/biome', tsc: 'typescript', depcruise: 'dependency-cruiser' }

/** The script behind a tool's command name, to be run by `ownNode`; links in `.bin` differ between systems. */
export function tool(name) {
  const folder = inProject('node_modules', packageOfTool[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[name]}`
}
