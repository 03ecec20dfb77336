import { S3mini, S3ServiceError } from 's3mini'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'

/** A bucket on an S3 server. All methods throw a SourceError, which contains neither the bucket nor a key. */
export type Bucket = {
  /** Undefined when there is no such object. */
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer, type: string): Promise<void>
  remove(key: string): Promise<void>
  /** The keys with this prefix. */
  list(prefix: string): Promise<string[]>
}

type BucketOptions = { outbound: Pick<Outbound, 'call'>; timeoutMs: number }

/** Creates a client for the bucket of `S3_URL`: `https://KEY:SECRET@host/bucket?region=auto`. Sends no request yet. */
export function openBucket(address: string, { outbound, timeoutMs }: BucketOptions): Bucket {
  const url = new URL(address)
  const server = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: url.origin + url.pathname.replace(/\/$/, ''),
    region: url.searchParams.get('region') ?? 'auto',
    requestAbortTimeout: timeoutMs,
    // Requests are signed for one host, so redirects to others are rejected.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  })
  const callBucket = <T>(request: () => Promise<T>) =>
    outbound.call('picture bucket', () => request().catch((error: unknown) => throwSourceError(error)))
  return {
    read: (key) =>
      callBucket(async () => {
        const bytes = await server.getObjectArrayBuffer(key)
        return bytes === null ? undefined : Buffer.from(bytes)
      }),
    write: (key, bytes, type) =>
      callBucket(async () => {
        const reply = await server.putObject(key, bytes, type)
        await reply.body?.cancel()
      }),
    remove: (key) => callBucket(async () => void (await server.deleteObject(key))),
    list: (prefix) =>
      callBucket(async () => ((await server.listObjects('/', prefix)) ?? []).map(({ Key }) => Key)),
  }
}

function throwSourceError(error: unknown): never {
  if (error instanceof S3ServiceError) {
    throw new SourceError('status', `The bucket responded with status ${error.status}.`, error.status)
  }
  const hasTimedOut = error instanceof Error && error.name === 'TimeoutError'
  if (hasTimedOut) throw new SourceError('timeout', 'The bucket took too long.')
  throw new SourceError('refused', 'The bucket could not be reached, or its response was interrupted.')
}
