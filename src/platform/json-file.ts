import { readFileSync } from 'node:fs'

/** Reads the JSON file that an environment variable names. Throws an Error with one line that names both. */
export function readJsonFile(variable: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new Error(`${variable} is wrong. ${path} ${problem}.`, { cause })
  }
}
