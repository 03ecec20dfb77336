import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { guessKind, maxTitleLength } from '#features/freight/kinds/guess-kind.ts'

/** The command `kinds:guess FILE`. It runs from the sources, without a build and without a database. */
export async function guessKinds(args: string[], output: Writable): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [file = '', ...others] = positionals
  if (file === '' || others.length > 0) throw new Error('Specify exactly one file.')
  await guessKindsOfFile(file, output)
  return 0
}

/** Writes one line for each line of a UTF-8 file: the id of the kind that it names, or `-`. */
export async function guessKindsOfFile(file: string, output: Writable): Promise<void> {
  const chunks = createReadStream(file, { encoding: 'utf8' })
  await pipeline(Readable.from(guessLines(chunks)), output, { end: false })
}

/** Holds no more of a line than a guess reads. A line break at the end begins no further line. */
async function* guessLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let line = ''
  let isOpen = false
  let isFirst = true
  for await (const chunk of chunks) {
    const pieces = (isFirst ? chunk.replace(/^\ufeff/, '') : chunk).split('\n')
    isFirst = false
    const complete: string[] = []
    for (const [index, piece] of pieces.entries()) {
      line += piece.slice(0, Math.max(0, maxTitleLength + 1 - line.length))
      isOpen = index === pieces.length - 1 && (piece !== '' || (index === 0 && isOpen))
      if (index === pieces.length - 1) break
      complete.push(`${guessKind(line) ?? '-'}\n`)
      line = ''
    }
    yield complete.join('')
  }
  if (isOpen) yield `${guessKind(line) ?? '-'}\n`
}
