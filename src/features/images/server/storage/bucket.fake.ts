import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** The behavior: normal, rejecting every request, or accepting requests without a response. */
type BucketBehavior = 'normal' | 'failing' | 'silent'
type BucketAccount = { key: string; secret: string; region: string }
const account: BucketAccount = { key: 'AKIA/EXAMPLE', secret: 'a+secret/of the bucket', region: 'eu-test-1' }

/** A small S3 server on loopback with one bucket, which accepts only requests signed by AWS's version 4. */
export async function startFakeBucket() {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const calls: string[] = []
  let behavior: BucketBehavior = 'normal'

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bucket.test')
    const body = Buffer.concat(await request.toArray())
    const key = decodeURIComponent(url.pathname.replace(/^\/pictures\/?/, ''))
    calls.push(`${request.method} ${key || `?${url.searchParams.get('prefix')}`}`)
    if (behavior === 'silent') return
    if (behavior === 'failing') return endResponse(response, 503, 'no')
    if (!isSigned(request, url, body)) return endResponse(response, 403, 'no')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return endResponse(response, 200, '')
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return endResponse(response, 204, '')
    }
    const stored = objects.get(key)
    if (key === '')
      return endResponse(response, 200, renderListing([...objects.keys()], url), 'application/xml')
    return stored ? endResponse(response, 200, stored.bytes, stored.type) : endResponse(response, 404, 'no')
  }

  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bucket has no port.')
  const credentials = [account.key, account.secret].map(encodeURIComponent).join(':')
  return {
    /** As `S3_URL`. */
    url: `http://${credentials}@127.0.0.1:${address.port}/pictures?region=${account.region}`,
    secret: account.secret,
    objects,
    calls,
    setBehavior: (next: BucketBehavior) => {
      behavior = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function endResponse(
  response: ServerResponse,
  status: number,
  body: Buffer | string,
  type = 'text/plain',
): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

function renderListing(keys: string[], url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? ''
  const matchingKeys = keys.filter((key) => key.startsWith(prefix))
  const rows = matchingKeys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
  return `<?xml version="1.0"?><ListBucketResult><Name>pictures</Name><KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`
}

/** Computes the signature by the rules of AWS and compares it. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=(.+), ?SignedHeaders=(.+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', names = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? []
  const scope = credential.slice(account.key.length + 1)
  const stamp = String(request.headers['x-amz-date'])
  const day = stamp.slice(0, 8)
  if (credential !== `${account.key}/${scope}` || scope !== `${day}/${account.region}/s3/aws4_request`)
    return false
  const sentHash = String(request.headers['x-amz-content-sha256'])
  if (sentHash !== 'UNSIGNED-PAYLOAD' && sentHash !== computeSha256(body)) return false
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const query = [...url.searchParams].map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`).sort()
  const canonicalRequest = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    names,
    sentHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, computeSha256(canonicalRequest)].join('\n')
  const key = [day, account.region, 's3', 'aws4_request'].reduce<Buffer>(
    (last, part) => computeHmac(last, part),
    Buffer.from(`AWS4${account.secret}`),
  )
  return computeHmac(key, toSign).toString('hex') === signature
}

const computeSha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const computeHmac = (key: Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const escapeUri = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
