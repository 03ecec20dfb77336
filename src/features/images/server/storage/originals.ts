import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { imageLimits } from '../../limits.ts'
import { uploadFolders } from '../../uploads.ts'
import { getHostGroup, type ImageHosts } from '../image-sources.ts'
import { hasImageSignature } from '../rendering/transcode.ts'
import type { Bucket } from './bucket.ts'

/** Some hosts send images as plain bytes; their type is detected by their first bytes. */
const allowedTypes = ['image/', 'application/octet-stream', 'binary/octet-stream', '']

/**
 * The bytes of a media file, or its copy in the bucket. Rejects when it is missing, too large or not a regular file.
 */
export async function readMedia(name: string, { mediaDir, bucket }: MediaLocation): Promise<Buffer> {
  const isShared = bucket && isUpload(name)
  try {
    return await readMediaFile(mediaDir, name)
  } catch (error) {
    // The file may be an upload to another instance.
    const bytes = isShared ? await bucket.read(getMediaKey(name)) : undefined
    if (!bytes) throw error
    return bytes
  }
}

async function readMediaFile(mediaDir: string, name: string): Promise<Buffer> {
  await using file = await open(join(mediaDir, name))
  const { size } = await file.stat()
  if (size > imageLimits.originalBytes) throw new Error('The file is too large.')
  return await file.readFile()
}

export type MediaLocation = { mediaDir: string; bucket?: Bucket | undefined }

/** The bucket's key of a media file. */
export function getMediaKey(name: string): string {
  return `media/${name}`
}

/** Whether a media file is an upload; other files are part of the site. */
function isUpload(name: string): boolean {
  return uploadFolders.some((folder) => name.startsWith(`${folder}/`))
}

export type FetchOriginalOptions = {
  outbound: Pick<Outbound, 'call' | 'fetchBytes'>
  hosts: ImageHosts
  timeoutMs: number
}

/**
 * Fetches an image from an allowed host. Throws a SourceError; a missing image does not count as a failure of the host.
 */
export async function fetchOriginal(
  source: string,
  { outbound, hosts, timeoutMs }: FetchOriginalOptions,
): Promise<Buffer> {
  const url = new URL(source)
  const isConfigured = hosts.origins.includes(url.origin)
  const fetch = () =>
    outbound.fetchBytes(source, {
      hosts: isConfigured ? 'configured' : hosts.suffixes,
      timeoutMs,
      maxBytes: imageLimits.originalBytes,
      types: allowedTypes,
      isValidStart: hasImageSignature,
      headers: { accept: 'image/webp,image/avif,image/*' },
    })
  const { bytes } = await outbound.call(`pictures of ${getHostGroup(url, hosts)}`, fetch, isHostFault)
  return bytes
}

/** False for an error with one image only. */
export function isHostFault(error: unknown): boolean {
  if (!(error instanceof SourceError)) return true
  const { kind, status = 0 } = error
  return kind === 'timeout' || kind === 'refused' || status === 429 || status >= 500
}
