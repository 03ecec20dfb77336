import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type ProgramProcess = {
  process: ChildProcess
  /** Everything written so far, to either stream. */
  output: () => string
  /** Waits until the text was written; fails when the program ends first. */
  waitForOutput: (text: string) => Promise<void>
  ended: Promise<{ code: number | null; signal: string | null }>
}

const running = new Set<ChildProcess>()

/** Kills all programs, so that none remains when a test fails. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}

/** Starts a program of this folder in a process of its own, because a lock and a crash need one. */
export function runProgram(program: string, ...args: string[]): ProgramProcess {
  const file = fileURLToPath(new URL(`./${program}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += String(text)
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const waitForOutput = async (text: string): Promise<void> => {
    while (!output.includes(text))
      await Promise.race([once(child.stdout, 'data'), ended.then(() => throwEndedEarly(output))])
  }
  return { process: child, output: () => output, waitForOutput, ended }
}

function throwEndedEarly(output: string): never {
  throw new Error(`The program ended early: ${output}`)
}
