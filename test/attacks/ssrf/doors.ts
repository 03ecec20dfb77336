import { disguisedAddresses, insideHosts } from '#support/address-forms.ts'
import type { Reply, TestClient } from '#support/http-client.ts'
import { insideAddresses } from './name-server.ts'
import type { createOutside } from './outside.ts'

export type Attempt = {
  /** Describes the attempt, for the report. */
  what: string
  ms: number
  /** Describes what is wrong with the response, if anything. */
  wrong?: string | undefined
}
/** The site's client, the attacker's servers outside, and an admin's token. */
export type Attacker = { client: TestClient; outside: ReturnType<typeof createOutside>; adminToken: string }

const timeoutMs = 1000
const statuses = [301, 302, 303, 307, 308]
const depths = [1, 2, 3, 4, 5, 6]

/** Every form of a private address in URLs. */
const addresses = [
  ...insideHosts.flatMap((host) => [`http://${host}/`, `https://${host}/`]),
  ...disguisedAddresses.map((form) => form.replace(':P', '')),
]
/** URLs on an allowed host whose name resolves to a private address. */
const listInsideNames = (suffix: string) =>
  insideAddresses.map((_address, number) => `https://inside-${number}.${suffix}/`)

/** Checks that a response is a fast rejection without content of a private address. */
function checkReply(what: string, reply: Reply, isRejected: boolean, isReached = true): Attempt {
  const wrong = [
    !isRejected && `status ${reply.status}: ${reply.text.slice(0, 80)}`,
    reply.text.includes('canary') && 'it contains a private response',
    reply.ms > timeoutMs && `${Math.round(reply.ms)} ms`,
    !isReached && 'the site never requested the URL',
  ].find(Boolean)
  return { what, ms: reply.ms, wrong: wrong || undefined }
}

type EntryPoint = {
  name: string
  /** The suffix of hosts that are allowed here. */
  suffix: string
  /** Makes the site request the trap with this number. */
  open: (attacker: Attacker, id: string) => Promise<{ reply: Reply; isRejected: boolean }>
}

const getState = ({ body }: Reply): unknown => Object(body.data).state

const requestInformation =
  (shopType: string) =>
  async ({ client }: Attacker, id: string) => {
    const reply = await client.call(`GET /product-info?shopType=${shopType}&productCode=${id}`)
    return { reply, isRejected: reply.status === 200 && getState(reply) === 'unavailable' }
  }

/** Makes the site store an image of this URL, and requests it. */
async function requestPicture({ client, outside }: Attacker, image: string) {
  const id = outside.add({ images: [image] })
  const info = await client.call(`GET /product-info?shopType=taobao&productCode=${id}`)
  const [ownImage] = /\/img\/[^"#]+/.exec(info.text) ?? []
  const reply = ownImage ? await client.send(ownImage) : info
  return { reply, ownImage, isRejected: ownImage ? reply.status === 404 : getState(reply) === 'known' }
}

const entryPoints: EntryPoint[] = [
  { name: 'product information', suffix: 'info.test', open: requestInformation('taobao') },
  { name: 'public page, weidian.com', suffix: 'weidian.com', open: requestInformation('weidian') },
  {
    name: 'QC photos',
    suffix: 'qc.test',
    open: async ({ client }, id) => {
      const reply = await client.call(`GET /qc-external?shopType=taobao&goodsId=${id}`)
      return { reply, isRejected: reply.status === 200 && !reply.text.includes('/img/') }
    },
  },
  {
    name: 'short link',
    suffix: 'tb.cn',
    open: async ({ client }, id) => {
      const reply = await client.call(
        `GET /links/parse?text=${encodeURIComponent(`https://m.tb.cn/h.${id}`)}`,
      )
      return { reply, isRejected: reply.status === 400 && reply.body.code === 'SHORT_LINK' }
    },
  },
  {
    name: 'picture',
    suffix: 'alicdn.com',
    open: (attacker, id) => requestPicture(attacker, `https://img.alicdn.com/${id}.jpg`),
  },
]

/** Redirects to every form of a private address, from each outside source. */
async function tryRedirects(attacker: Attacker, { name, suffix, open }: EntryPoint): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const [index, targetUrl] of [...addresses, ...listInsideNames(suffix)].entries()) {
    const id = attacker.outside.add({ targetUrl, status: statuses[index % statuses.length] ?? 302 })
    const { reply, isRejected } = await open(attacker, id)
    attempts.push(
      checkReply(`${name} → ${targetUrl}`, reply, isRejected, attacker.outside.countRequests(id) > 0),
    )
  }
  return attempts
}

/** Chains of redirects with every status and depth; the last one leads to a private address by name. */
async function tryRedirectChains(attacker: Attacker, { name, suffix, open }: EntryPoint): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const status of statuses) {
    for (const depth of depths) {
      const id = attacker.outside.add({ targetUrl: `https://inside-${depth}.${suffix}/`, status, depth })
      const { reply, isRejected } = await open(attacker, id)
      const isReached = attacker.outside.countRequests(id) >= depth
      attempts.push(checkReply(`${name}, ${depth} × ${status}`, reply, isRejected, isReached))
    }
  }
  return attempts
}

/** Names that resolve to another address the second time. A public first address may be requested, but has no content. */
async function tryChangingNames(attacker: Attacker, { name, suffix, open }: EntryPoint): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (let index = 0; index < 20; index += 1) {
    const when = index % 2 === 0 ? 'first' : 'later'
    const id = attacker.outside.add({ targetUrl: `https://${when}-${attacker.outside.add({})}.${suffix}/` })
    const { reply, isRejected } = await open(attacker, id)
    attempts.push(
      checkReply(
        `${name}, a name with changing addresses (${when})`,
        reply,
        isRejected,
        attacker.outside.countRequests(id) > 0,
      ),
    )
  }
  return attempts
}

/** Image URLs of every form in responses of sources; only those on allowed hosts are requested. */
async function tryStoredImages(attacker: Attacker): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const image of [...addresses, ...listInsideNames('alicdn.com')]) {
    const { reply, isRejected } = await requestPicture(attacker, image)
    attempts.push(checkReply(`picture ${image}`, reply, isRejected))
    const id = attacker.outside.add({ images: [image] })
    const photos = await attacker.client.call(`GET /qc-external?shopType=taobao&goodsId=${id}`)
    const [ownImage] = /\/img\/[^"#]+/.exec(photos.text) ?? []
    const photo = ownImage ? await attacker.client.send(ownImage) : photos
    attempts.push(
      checkReply(`QC photo ${image}`, photo, ownImage ? photo.status === 404 : photo.status === 200),
    )
  }
  return attempts
}

async function tryProductForm({ client, outside, adminToken }: Attacker): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const thumbnailImg of addresses) {
    const draft = { name: 'Bait', price: 1, storeName: 'taobao', productCode: outside.add({}), thumbnailImg }
    const headers = { authorization: `Bearer ${adminToken}` }
    const reply = await client.call('POST /products/addProduct', draft, { headers })
    const [ownImage] = /\/img\/[^"#]+/.exec(reply.text) ?? []
    const isHarmless = reply.status === 400 || (reply.status === 200 && !ownImage)
    attempts.push(checkReply(`product with ${thumbnailImg}`, reply, isHarmless))
  }
  return attempts
}

/** Every form as the pasted link itself, bare and disguised as a short link. */
async function tryPastedLinks({ client }: Attacker): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const address of addresses) {
    for (const text of [address, address.replace('//', '//m.tb.cn@')]) {
      const reply = await client.call(`GET /links/parse?text=${encodeURIComponent(text)}`)
      attempts.push(checkReply(`link ${text}`, reply, reply.status === 400))
    }
  }
  return attempts
}

/** Image URLs with a missing, changed or foreign signature: none causes a request. */
async function tryWrongSignatures(attacker: Attacker): Promise<Attempt[]> {
  const { client, outside } = attacker
  const images = [1, 2].map((n) => `https://img.alicdn.com/${outside.add({})}-${n}.jpg`)
  const [first, second] = await Promise.all(images.map((image) => requestPicture(attacker, image)))
  const [, , signature = '', width, file = ''] = first?.ownImage?.split('/') ?? []
  const [, , other = '', , otherFile = ''] = second?.ownImage?.split('/') ?? []
  const changed = Array.from({ length: signature.length }, (_, index) => {
    const letter = signature[index] === 'A' ? 'B' : 'A'
    return signature.slice(0, index) + letter + signature.slice(index + 1)
  })
  const signatures = [
    ...changed,
    other,
    signature.slice(1),
    `${signature}A`,
    `${signature}=`,
    '',
    '-',
    '%00',
    '.',
  ]
  const inside = addresses.slice(0, 20).map((address) => encodeURIComponent(address))
  const paths = [
    ...signatures.map((candidate) => `/img/${candidate}/${width}/${file}`),
    `/img/${signature}/${width}/${otherFile}`,
    `/img/${width}/${file}`,
    `/img/${file}`,
    ...[1, 0, -1, 1e9, 'x'].map((wide) => `/img/${signature}/${wide}/${file}`),
    ...inside.map((address) => `/img/${signature}/${width}/${address}`),
    ...inside.map((address) => `/img/${signature}/${width}/${address}.webp`),
  ]
  const attempts: Attempt[] = []
  for (const path of paths) {
    const reply = await client.send(path)
    attempts.push(checkReply(`picture at ${path}`, reply, reply.status === 404 || reply.status === 400))
  }
  return attempts
}

/** All attacks with their names. */
export const rounds: [name: string, run: (attacker: Attacker) => Promise<Attempt[]>][] = [
  ['stored addresses of pictures and QC photos', tryStoredImages],
  ['addresses in the form of a product', tryProductForm],
  ['pasted links', tryPastedLinks],
  ['images without a valid signature', tryWrongSignatures],
  ...entryPoints.flatMap((entryPoint): [string, (attacker: Attacker) => Promise<Attempt[]>][] => [
    [`${entryPoint.name}: redirects`, (attacker) => tryRedirects(attacker, entryPoint)],
    [
      `${entryPoint.name}: five statuses at six depths`,
      (attacker) => tryRedirectChains(attacker, entryPoint),
    ],
    [
      `${entryPoint.name}: names with changing addresses`,
      (attacker) => tryChangingNames(attacker, entryPoint),
    ],
  ]),
]
