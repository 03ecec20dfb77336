import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import type { DiskRoom } from '#shared/server/disk-room.ts'
import { HOUR_MS } from '#shared/time.ts'
import {
  filterRenditionFiles,
  type ImageStore,
  isCompleteImage,
  type RenditionFile,
  type StoredFile,
} from './image-store.ts'

/** How much is left after making room, as a part of the whole. */
const shrinkRatio = 0.8
/** How exactly it is known when a picture was last looked at. */
const touchIntervalMs = HOUR_MS
const maxTouched = 20_000

type CachedFolder = { name: string; files: { name: string; bytes: number }[]; changed: number }

/**
 * Rendered images as files `{hash}/{width}.webp` and `.avif`. Above `maxBytes` the least recently used are
 * deleted: first all files of an image but its largest, from which the others can be rendered again, then
 * that one too. The same when the disk has too little free space, and nothing is stored meanwhile.
 */
export class DiskCache implements ImageStore {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #room: DiskRoom | undefined
  readonly #touched = createBoundedCache<true>(maxTouched, { ttl: touchIntervalMs })
  #used: Promise<number> | undefined
  #sweeping: Promise<void> | undefined

  constructor(folder: string, maxBytes: number, room?: DiskRoom) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#room = room
  }

  async read(hash: string, file: StoredFile): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#folder, hash, file)).catch(() => undefined)
    if (!bytes || !isCompleteImage(bytes, file)) return undefined
    this.touch(hash)
    return bytes
  }

  /** Readers see the whole file or none. */
  async write(hash: string, file: StoredFile, bytes: Buffer): Promise<void> {
    if (!(await this.makeRoom())) return
    await this.#put(hash, file, bytes).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      return this.#put(hash, file, bytes) // a concurrent cleanup deleted the folder
    })
    this.#touched.set(hash, true) // its folder has just changed
    await this.#count(bytes.length)
  }

  async listFiles(hash: string): Promise<RenditionFile[]> {
    return filterRenditionFiles(await readdir(join(this.#folder, hash)).catch(() => []))
  }

  async remove(hash: string): Promise<void> {
    const { files } = await measureFolder(this.#folder, hash)
    await this.#drop(hash)
    this.#used = this.#used?.then((bytes) => bytes - sumFileSizes(files))
  }

  /** A folder's time is when its image was last rendered or used, to an hour. */
  touch(hash: string): void {
    if (this.#touched.get(hash)) return
    this.#touched.set(hash, true)
    const now = new Date()
    utimes(join(this.#folder, hash), now, now).catch(() => {}) // it may be deleted, or owned by another user
  }

  /** The bytes of all stored files. */
  used(): Promise<number> {
    this.#used ??= this.#measureAll().then(sumFolderSizes)
    return this.#used
  }

  /** Gives back what the disk is short of, as far as there is so much; true when it was not short. */
  async makeRoom(): Promise<boolean> {
    const left = (await this.#room?.left()) ?? 0
    if (left < 0) await this.#shrinkTo((await this.used()) + left)
    return left >= 0
  }

  async #put(hash: string, file: StoredFile, bytes: Buffer): Promise<void> {
    const own = join(this.#folder, hash)
    const temporary = join(own, `${randomUUID()}.tmp`)
    await mkdir(own, { recursive: true })
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, join(own, file))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Moves a folder aside first: one that is being written to could not be removed. */
  async #drop(name: string): Promise<void> {
    const aside = join(this.#folder, `${randomUUID()}.gone`)
    await rename(join(this.#folder, name), aside).catch((error) => {
      if (error.code !== 'ENOENT') throw error // another process was faster
    })
    await rm(aside, { recursive: true, force: true })
  }

  async #count(added: number): Promise<void> {
    this.#used = this.#used
      ? this.#used.then((bytes) => bytes + added)
      : this.#measureAll().then(sumFolderSizes)
    if ((await this.#used) > this.#maxBytes) await this.#shrinkTo(this.#maxBytes)
  }

  async #shrinkTo(most: number): Promise<void> {
    this.#sweeping ??= this.#sweep(most).finally(() => {
      this.#sweeping = undefined
    })
    await this.#sweeping
  }

  async #sweep(most: number): Promise<void> {
    const oldestFirst = (await this.#measureAll()).sort((a, b) => a.changed - b.changed)
    let bytes = sumFolderSizes(oldestFirst)
    const isEnough = () => bytes <= most * shrinkRatio
    // Recently used images keep their files: only the older half is thinned.
    for (const folder of oldestFirst.slice(0, Math.ceil(oldestFirst.length / 2))) {
      if (!isEnough()) bytes -= await this.#thin(folder)
    }
    for (const { name, files } of oldestFirst) {
      if (isEnough()) break
      await this.#drop(name)
      bytes -= sumFileSizes(files)
    }
    this.#used = Promise.resolve(bytes)
  }

  /** Leaves the file from which all others can be rendered; returns how many bytes were freed. */
  async #thin(folder: CachedFolder): Promise<number> {
    const [largest] = filterRenditionFiles(folder.files.map(({ name }) => name))
    const others = folder.files.filter(({ name }) => name !== largest)
    for (const { name } of others) await rm(join(this.#folder, folder.name, name), { force: true })
    folder.files = folder.files.filter(({ name }) => name === largest)
    // Deleting files changed the folder's time, though it was not used.
    const then = new Date(folder.changed)
    await utimes(join(this.#folder, folder.name), then, then).catch(() => {})
    return sumFileSizes(others)
  }

  async #measureAll(): Promise<CachedFolder[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return Promise.all(names.map((name) => measureFolder(this.#folder, name)))
  }
}

async function measureFolder(folder: string, name: string): Promise<CachedFolder> {
  const own = join(folder, name)
  const [names, { mtimeMs: changed = 0 }] = await Promise.all([
    readdir(own).catch(() => []),
    stat(own).catch(() => ({ mtimeMs: 0 })),
  ])
  const getFileSize = async (file: string) => (await stat(join(own, file)).catch(() => undefined))?.size ?? 0
  const files = await Promise.all(names.map(async (file) => ({ name: file, bytes: await getFileSize(file) })))
  return { name, files, changed }
}

function sumFileSizes(files: CachedFolder['files']): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

function sumFolderSizes(folders: CachedFolder[]): number {
  return folders.reduce((total, { files }) => total + sumFileSizes(files), 0)
}
