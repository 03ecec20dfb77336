import { readFile, stat, writeFile } from 'node:fs/promises'

/** Reads a JSON file of an operator. Throws an Error with one sentence when it is too large or not JSON. */
export async function readJsonFile(file: string, maxBytes: number): Promise<unknown> {
  const { size: sizeBytes } = await stat(file)
  if (sizeBytes > maxBytes) throw new Error(`${file} has more than ${maxBytes / 1024 ** 2} MB.`)
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} isn't valid JSON: ${reason.replaceAll(/\s+/g, ' ')}`)
  }
}

/**
 * Writes a new JSON file, indented unless that would make it too large to be read again. Throws an Error when
 * the file exists.
 */
export async function writeJsonFile(file: string, value: unknown, maxBytes: number): Promise<void> {
  const indented = `${JSON.stringify(value, null, 2)}\n`
  const text = Buffer.byteLength(indented) > maxBytes ? JSON.stringify(value) : indented
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
    throw new Error(`${file} exists already. Choose another name.`)
  }
}
