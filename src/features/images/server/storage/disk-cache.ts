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

/** The fraction of the maximum that remains after a cleanup. */
const shrinkRatio = 0.8
/** The minimum time between two updates of an image's time of last use. */
const touchIntervalMs = HOUR_MS
const maxTouched = 20_000

type CachedFolder = { name: string; files: { name: string; bytes: number }[]; lastUsedMs: number }

/**
 * Rendered images as files `{hash}/{width}.webp` and `.avif`. Above `maxBytes` the least recently used are deleted:
 * first all files of an image except its largest, from which the others can be rendered again, then that one too. The
 * same happens when the disk has too little free space; then nothing is stored.
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

  /** Sets the time of a folder to the last use of its image, at most once an hour. */
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

  /** Deletes files when the disk has too little free space; true when there was enough. */
  async makeRoom(): Promise<boolean> {
    const freeBytes = (await this.#room?.left()) ?? 0
    if (freeBytes < 0) await this.#shrinkTo((await this.used()) + freeBytes)
    return freeBytes >= 0
  }

  async #put(hash: string, file: StoredFile, bytes: Buffer): Promise<void> {
    const imageFolder = join(this.#folder, hash)
    const temporary = join(imageFolder, `${randomUUID()}.tmp`)
    await mkdir(imageFolder, { recursive: true })
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, join(imageFolder, file))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Deletes a folder. It is renamed first, because a folder with concurrent writes could not be removed. */
  async #drop(name: string): Promise<void> {
    const movedFolder = join(this.#folder, `${randomUUID()}.gone`)
    await rename(join(this.#folder, name), movedFolder).catch((error) => {
      if (error.code !== 'ENOENT') throw error // another process was faster
    })
    await rm(movedFolder, { recursive: true, force: true })
  }

  async #count(added: number): Promise<void> {
    this.#used = this.#used
      ? this.#used.then((bytes) => bytes + added)
      : this.#measureAll().then(sumFolderSizes)
    if ((await this.#used) > this.#maxBytes) await this.#shrinkTo(this.#maxBytes)
  }

  async #shrinkTo(maxBytes: number): Promise<void> {
    this.#sweeping ??= this.#sweep(maxBytes).finally(() => {
      this.#sweeping = undefined
    })
    await this.#sweeping
  }

  async #sweep(maxBytes: number): Promise<void> {
    const oldestFirst = (await this.#measureAll()).sort((a, b) => a.lastUsedMs - b.lastUsedMs)
    let bytes = sumFolderSizes(oldestFirst)
    const hasShrunk = () => bytes <= maxBytes * shrinkRatio
    // Only the older half of the images loses its smaller files.
    for (const folder of oldestFirst.slice(0, Math.ceil(oldestFirst.length / 2))) {
      if (!hasShrunk()) bytes -= await this.#deleteSmaller(folder)
    }
    for (const { name, files } of oldestFirst) {
      if (hasShrunk()) break
      await this.#drop(name)
      bytes -= sumFileSizes(files)
    }
    this.#used = Promise.resolve(bytes)
  }

  /** Deletes all files except the largest, from which the others can be rendered; returns the number of freed bytes. */
  async #deleteSmaller(folder: CachedFolder): Promise<number> {
    const [largest] = filterRenditionFiles(folder.files.map(({ name }) => name))
    const smallerFiles = folder.files.filter(({ name }) => name !== largest)
    for (const { name } of smallerFiles) await rm(join(this.#folder, folder.name, name), { force: true })
    folder.files = folder.files.filter(({ name }) => name === largest)
    // Deleting files changed the folder's time, but the image was not used.
    const lastUsed = new Date(folder.lastUsedMs)
    await utimes(join(this.#folder, folder.name), lastUsed, lastUsed).catch(() => {})
    return sumFileSizes(smallerFiles)
  }

  async #measureAll(): Promise<CachedFolder[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return Promise.all(names.map((name) => measureFolder(this.#folder, name)))
  }
}

async function measureFolder(folder: string, name: string): Promise<CachedFolder> {
  const imageFolder = join(folder, name)
  const [names, { mtimeMs: lastUsedMs = 0 }] = await Promise.all([
    readdir(imageFolder).catch(() => []),
    stat(imageFolder).catch(() => ({ mtimeMs: 0 })),
  ])
  const getFileSize = async (file: string) =>
    (await stat(join(imageFolder, file)).catch(() => undefined))?.size ?? 0
  const files = await Promise.all(names.map(async (file) => ({ name: file, bytes: await getFileSize(file) })))
  return { name, files, lastUsedMs }
}

function sumFileSizes(files: CachedFolder['files']): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

function sumFolderSizes(folders: CachedFolder[]): number {
  return folders.reduce((total, { files }) => total + sumFileSizes(files), 0)
}
