import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How much is left after making room, as a part of the whole. */
const keptPart = 0.8

type Folder = { name: string; bytes: number; changed: number }

/** Drawn pictures as files `{hash}/{width}.webp`. Above `maxBytes` the pictures drawn longest ago go. */
export class DiskCache {
  readonly #folder: string
  readonly #maxBytes: number
  #used: Promise<number> | undefined
  #sweeping: Promise<void> | undefined

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** The bytes, or undefined when there are none or the file was cut short by a crash. */
  async read(hash: string, width: number): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#folder, hash, `${width}.webp`)).catch(() => undefined)
    return bytes && isWhole(bytes) ? bytes : undefined
  }

  /** Readers see the whole file or none. */
  async write(hash: string, width: number, bytes: Buffer): Promise<void> {
    const own = join(this.#folder, hash)
    const temporary = join(own, `${randomUUID()}.tmp`)
    await mkdir(own, { recursive: true })
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, join(own, `${width}.webp`))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await this.#count(bytes.length)
  }

  /** The bytes of all that is kept. */
  used(): Promise<number> {
    this.#used ??= this.#measureAll().then(sum)
    return this.#used
  }

  async #count(added: number): Promise<void> {
    this.#used = this.#used ? this.#used.then((bytes) => bytes + added) : this.#measureAll().then(sum)
    if ((await this.#used) <= this.#maxBytes) return
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined
    })
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    const oldestFirst = (await this.#measureAll()).sort((a, b) => a.changed - b.changed)
    let bytes = sum(oldestFirst)
    for (const { name, bytes: own } of oldestFirst) {
      if (bytes <= this.#maxBytes * keptPart) break
      await rm(join(this.#folder, name), { recursive: true, force: true })
      bytes -= own
    }
    this.#used = Promise.resolve(bytes)
  }

  async #measureAll(): Promise<Folder[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return Promise.all(names.map((name) => measure(this.#folder, name)))
  }
}

async function measure(folder: string, name: string): Promise<Folder> {
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

function sum(folders: Folder[]): number {
  return folders.reduce((total, { bytes }) => total + bytes, 0)
}

/** A WebP file says in its head how long it is. */
function isWhole(bytes: Buffer): boolean {
  const isWebp = bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && bytes.readUInt32LE(4) === bytes.length - 8
}
