import { disguisedAddresses, insideHosts } from '#support/address-forms.ts'
import type { Reply, TestClient } from '#support/http-client.ts'
import { insideAddresses } from './name-server.ts'
import type { createOutside } from './outside.ts'

export type Try = {
  /** Describes the attempt, for the report. */
  what: string
  ms: number
  /** Describes the fault of the response, if any. */
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

/** Checks that a response is a fast refusal without content of a private address. */
function checkReply(what: string, reply: Reply, isRefused: boolean, isReached = true): Try {
  const wrong = [
    !isRefused && `status ${reply.status}: ${reply.text.slice(0, 80)}`,
    reply.text.includes('canary') && 'it holds what stands inside',
    reply.ms > timeoutMs && `${Math.round(reply.ms)} ms`,
    !isReached && 'the attempt never got to its door',
  ].find(Boolean)
  return { what, ms: reply.ms, wrong: wrong || undefined }
}

type Door = {
  name: string
  /** The suffix of hosts that are allowed here. */
  suffix: string
  /** Makes the site request the trap with this number. */
  open: (attacker: Attacker, id: string) => Promise<{ reply: Reply; isRefused: boolean }>
}

const getState = ({ body }: Reply): unknown => Object(body.data).state

const requestInformation =
  (shopType: string) =>
  async ({ client }: Attacker, id: string) => {
    const reply = await client.call(`GET /product-info?shopType=${shopType}&productCode=${id}`)
    return { reply, isRefused: reply.status === 200 && getState(reply) === 'unavailable' }
  }

/** Makes the site store an image of this URL, and requests it. */
async function requestPicture({ client, outside }: Attacker, image: string) {
  const id = outside.add({ images: [image] })
  const info = await client.call(`GET /product-info?shopType=taobao&productCode=${id}`)
  const [ours] = /\/img\/[^"#]+/.exec(info.text) ?? []
  const reply = ours ? await client.send(ours) : info
  return { reply, ours, isRefused: ours ? reply.status === 404 : getState(reply) === 'known' }
}

const doors: Door[] = [
  { name: 'product information', suffix: 'info.test', open: requestInformation('taobao') },
  { name: 'public page, weidian.com', suffix: 'weidian.com', open: requestInformation('weidian') },
  { name: 'public page, 1688.com', suffix: '1688.com', open: requestInformation('ali_1688') },
  {
    name: 'QC photos',
    suffix: 'qc.test',
    open: async ({ client }, id) => {
      const reply = await client.call(`GET /qc-external?shopType=taobao&goodsId=${id}`)
      return { reply, isRefused: reply.status === 200 && !reply.text.includes('/img/') }
    },
  },
  {
    name: 'short link',
    suffix: 'tb.cn',
    open: async ({ client }, id) => {
      const reply = await client.call(
        `GET /links/parse?text=${encodeURIComponent(`https://m.tb.cn/h.${id}`)}`,
      )
      return { reply, isRefused: reply.status === 400 && reply.body.code === 'SHORT_LINK' }
    },
  },
  {
    name: 'picture',
    suffix: 'alicdn.com',
    open: (attacker, id) => requestPicture(attacker, `https://img.alicdn.com/${id}.jpg`),
  },
]

/** Redirects to every form of a private address, from each outside source. */
async function throughRedirects(attacker: Attacker, { name, suffix, open }: Door): Promise<Try[]> {
  const tries: Try[] = []
  for (const [index, goal] of [...addresses, ...listInsideNames(suffix)].entries()) {
    const id = attacker.outside.add({ goal, status: statuses[index % statuses.length] ?? 302 })
    const { reply, isRefused } = await open(attacker, id)
    tries.push(checkReply(`${name} → ${goal}`, reply, isRefused, attacker.outside.countRequests(id) > 0))
  }
  return tries
}

/** Chains of redirects with every status and depth; the last one leads to a private address by name. */
async function throughChains(attacker: Attacker, { name, suffix, open }: Door): Promise<Try[]> {
  const tries: Try[] = []
  for (const status of statuses) {
    for (const depth of depths) {
      const id = attacker.outside.add({ goal: `https://inside-${depth}.${suffix}/`, status, depth })
      const { reply, isRefused } = await open(attacker, id)
      const isReached = attacker.outside.countRequests(id) >= depth
      tries.push(checkReply(`${name}, ${depth} × ${status}`, reply, isRefused, isReached))
    }
  }
  return tries
}

/** Names that resolve to another address the second time. A public first address may be asked, and has no content. */
async function throughFlips(attacker: Attacker, { name, suffix, open }: Door): Promise<Try[]> {
  const tries: Try[] = []
  for (let index = 0; index < 20; index += 1) {
    const when = index % 2 === 0 ? 'first' : 'later'
    const id = attacker.outside.add({ goal: `https://${when}-${attacker.outside.add({})}.${suffix}/` })
    const { reply, isRefused } = await open(attacker, id)
    tries.push(
      checkReply(
        `${name}, a name that flips (${when})`,
        reply,
        isRefused,
        attacker.outside.countRequests(id) > 0,
      ),
    )
  }
  return tries
}

/** Image URLs of every form in responses of sources; only those on allowed hosts are requested. */
async function throughStored(attacker: Attacker): Promise<Try[]> {
  const tries: Try[] = []
  for (const image of [...addresses, ...listInsideNames('alicdn.com')]) {
    const { reply, isRefused } = await requestPicture(attacker, image)
    tries.push(checkReply(`picture ${image}`, reply, isRefused))
    const id = attacker.outside.add({ images: [image] })
    const photos = await attacker.client.call(`GET /qc-external?shopType=taobao&goodsId=${id}`)
    const [ours] = /\/img\/[^"#]+/.exec(photos.text) ?? []
    const photo = ours ? await attacker.client.send(ours) : photos
    tries.push(checkReply(`QC photo ${image}`, photo, ours ? photo.status === 404 : photo.status === 200))
  }
  return tries
}

async function throughForm({ client, outside, adminToken }: Attacker): Promise<Try[]> {
  const tries: Try[] = []
  for (const thumbnailImg of addresses) {
    const draft = { name: 'Bait', price: 1, storeName: 'taobao', productCode: outside.add({}), thumbnailImg }
    const headers = { authorization: `Bearer ${adminToken}` }
    const reply = await client.call('POST /products/addProduct', draft, { headers })
    const [ours] = /\/img\/[^"#]+/.exec(reply.text) ?? []
    const isHarmless = reply.status === 400 || (reply.status === 200 && !ours)
    tries.push(checkReply(`product with ${thumbnailImg}`, reply, isHarmless))
  }
  return tries
}

/** Every form as the pasted link itself, bare and disguised as a short link. */
async function throughText({ client }: Attacker): Promise<Try[]> {
  const tries: Try[] = []
  for (const address of addresses) {
    for (const text of [address, address.replace('//', '//m.tb.cn@')]) {
      const reply = await client.call(`GET /links/parse?text=${encodeURIComponent(text)}`)
      tries.push(checkReply(`link ${text}`, reply, reply.status === 400))
    }
  }
  return tries
}

/** Image URLs with a missing, changed or foreign signature: none causes a request. */
async function withoutSignature(attacker: Attacker): Promise<Try[]> {
  const { client, outside } = attacker
  const images = [1, 2].map((n) => `https://img.alicdn.com/${outside.add({})}-${n}.jpg`)
  const [first, second] = await Promise.all(images.map((image) => requestPicture(attacker, image)))
  const [, , signature = '', width, file = ''] = first?.ours?.split('/') ?? []
  const [, , other = '', , otherFile = ''] = second?.ours?.split('/') ?? []
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
    ...signatures.map((one) => `/img/${one}/${width}/${file}`),
    `/img/${signature}/${width}/${otherFile}`,
    `/img/${width}/${file}`,
    `/img/${file}`,
    ...[1, 0, -1, 1e9, 'x'].map((wide) => `/img/${signature}/${wide}/${file}`),
    ...inside.map((address) => `/img/${signature}/${width}/${address}`),
    ...inside.map((address) => `/img/${signature}/${width}/${address}.webp`),
  ]
  const tries: Try[] = []
  for (const path of paths) {
    const reply = await client.send(path)
    tries.push(checkReply(`picture at ${path}`, reply, reply.status === 404 || reply.status === 400))
  }
  return tries
}

/** All attacks with their names. */
export const rounds: [name: string, run: (attacker: Attacker) => Promise<Try[]>][] = [
  ['stored addresses of pictures and QC photos', throughStored],
  ['addresses in the form of a product', throughForm],
  ['links as people type them', throughText],
  ['pictures without a signature of ours', withoutSignature],
  ...doors.flatMap((door): [string, (attacker: Attacker) => Promise<Try[]>][] => [
    [`${door.name}: redirects`, (attacker) => throughRedirects(attacker, door)],
    [`${door.name}: five statuses at six depths`, (attacker) => throughChains(attacker, door)],
    [`${door.name}: names that flip`, (attacker) => throughFlips(attacker, door)],
  ]),
]
