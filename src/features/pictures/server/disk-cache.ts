import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How much is left after making room, as a part of the whole. */
const keptPart = 0.8

type Folder = { name: string; bytes: number; changed: number }

/** Drawn pictures as files `{hash}/{width}.webp`. Above `maxBytes` the pictures drawn longest ago go. */
export function createDiskCache(folder: string, maxBytes: number) {
  let used: Promise<number> | undefined
  let sweeping: Promise<void> | undefined

  /** The bytes, or undefined when there are none or the file was cut short by a crash. */
  async function read(hash: string, width: number): Promise<Buffer | undefined> {
    const bytes = await readFile(join(folder, hash, `${width}.webp`)).catch(() => undefined)
    return bytes && isWhole(bytes) ? bytes : undefined
  }

  /** Readers see the whole file or none. */
  async function write(hash: string, width: number, bytes: Buffer): Promise<void> {
    const own = join(folder, hash)
    const temporary = join(own, `${randomUUID()}.tmp`)
    await mkdir(own, { recursive: true })
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, join(own, `${width}.webp`))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await count(bytes.length)
  }

  async function count(added: number): Promise<void> {
    used = used ? used.then((bytes) => bytes + added) : folders().then(sum)
    if ((await used) <= maxBytes) return
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
    await sweeping
  }

  async function sweep(): Promise<void> {
    const oldestFirst = (await folders()).sort((a, b) => a.changed - b.changed)
    let bytes = sum(oldestFirst)
    for (const { name, bytes: own } of oldestFirst) {
      if (bytes <= maxBytes * keptPart) break
      await rm(join(folder, name), { recursive: true, force: true })
      bytes -= own
    }
    used = Promise.resolve(bytes)
  }

  async function folders(): Promise<Folder[]> {
    const names = await readdir(folder).catch(() => [])
    return Promise.all(names.map(measure))
  }

  async function measure(name: string): Promise<Folder> {
    const own = join(folder, name)
    const files = await readdir(own).catch(() => [])
    const stats = await Promise.all(files.map((file) => stat(join(own, file)).catch(() => undefined)))
    const known = stats.filter((one) => one !== undefined)
    return {
      name,
      bytes: known.reduce((total, { size }) => total + size, 0),
      changed: Math.max(0, ...known.map(({ mtimeMs }) => mtimeMs)),
    }
  }
  return { read, write }
}

function sum(folders: Folder[]): number {
  return folders.reduce((total, { bytes }) => total + bytes, 0)
}

/** A WebP file says in its head how long it is. */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.readUInt32LE(4) === bytes.length - 8
  )
}
