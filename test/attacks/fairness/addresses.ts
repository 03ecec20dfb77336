import { getImageUrl, imageWidths } from '#shared/image-urls.ts'
import { paths } from '#shared/paths.ts'
import { filePart, rawForm, textPart } from '#support/forms.ts'
import { assertData } from '#support/http-client.ts'
import { listNewPictures } from '../faults/probes.ts'
import type { Stage } from '../faults/stage.ts'
import { type Attack, type RequestTemplate, socketsPerAttacker, unique } from './attack.ts'
import type { Attacker } from './tally.ts'

const item = `88${unique}`
const longLink = encodeURIComponent(`https://weidian.com/item.html?itemID=${item}&x=${'y'.repeat(6_000)}`)
const get = (path: string): RequestTemplate => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'br' },
})
const withRequests = (name: string, requests: RequestTemplate[]): Attack => ({
  name,
  prepare: () => ({ requests, concurrency: socketsPerAttacker }),
})

/** Every screen; `otherAddresses` are the URLs that are neither screens nor calls. */
const screens = [
  ...new Set(
    Object.values(paths).map(
      (path) => String(Reflect.apply(path, undefined, ['taobao', '42'])).split('#', 1)[0] ?? '',
    ),
  ),
]
const otherAddresses = [
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/country.json',
  '/category.json',
  '/api/v1/openapi.json',
  '/healthz',
  '/readyz',
]

/** URLs of endless number, which are not cached. */
const uncachedPages = [
  `/product/taobao/${item}`,
  `/product/taobao/silent-${unique}`,
  `/popular?MaxPrice=${unique}`,
  `/popular?ShipTo=DE&Sort=landed&MaxPrice=${unique}`,
  `/estimation?destination=DE&weight=${unique}`,
  `/convert?text=${longLink}`,
  `/go?url=${longLink}`,
  `/nothing/${unique}`,
]

/** What a phone shares to the installed app: a long text, and pictures that are discarded. */
const shares: RequestTemplate[] = [
  rawForm([textPart('text', decodeURIComponent(longLink))]),
  rawForm([textPart('text', 'hello'), filePart(Buffer.alloc(1024 * 1024, 'x'))]),
].map(({ headers, body }) => ({
  method: 'POST',
  path: '/go',
  headers,
  body: body.length < 100_000 ? String(body) : body,
}))

export const pagesTogether: Attack[] = [
  withRequests('every page, from the cache', [...screens, ...otherAddresses].map(get)),
  withRequests('pages that are not cached', uncachedPages.map(get)),
  withRequests('texts and pictures that are shared', shares),
]
export const eachPage: Attack[] = [...screens, ...otherAddresses, ...uncachedPages].map((path) =>
  withRequests(`page ${path.split('?text', 1)[0]?.slice(0, 40)}`, [get(path)]),
)

/** Few, because each item of a slow source has a delay. */
const slowItemCount = 10

const getImage = (path: string): RequestTemplate => ({ method: 'GET', path })

function atAllWidths(address: string): RequestTemplate[] {
  return imageWidths.flatMap((width) =>
    (['webp', 'avif'] as const).map((format) => getImage(getImageUrl(address, width, format))),
  )
}

/** Paths of the catalogue's images, which are rendered from local files. */
export async function listCataloguePictures({ client }: Stage): Promise<string[]> {
  const products = assertData<{ thumbnailImg: string }[]>(await client.call('GET /products/getAllProduct'))
  return products.map(({ thumbnailImg }) => thumbnailImg.split('#', 1)[0] ?? '')
}

async function uploadPhoto({ client }: Stage, { from, token }: Attacker, photo: Uint8Array): Promise<string> {
  const { headers, body } = rawForm([filePart(photo)])
  const requestOptions = { method: 'POST', from, headers: { ...headers, authorization: token }, body }
  return assertData<{ url: string }>(await client.send('/api/v1/qc-photos/uploads', requestOptions)).url
}

/** Attacks with every kind of image URL; `photo` is a small image. */
export function createPictureAttacks({ photo, count }: { photo: Uint8Array; count: number }): Attack[] {
  const attack = (
    name: string,
    createRequests: (stage: Stage, attacker: Attacker) => Promise<RequestTemplate[]>,
  ): Attack => ({
    name,
    prepare: async (stage, attacker) => ({
      requests: await createRequests(stage, attacker),
      concurrency: socketsPerAttacker,
    }),
  })
  return [
    attack('pictures of ours, at every width', async (stage) =>
      (await listCataloguePictures(stage)).flatMap(atAllWidths),
    ),
    attack('pictures without a valid signature', async () => [
      getImage(`/img/${'A'.repeat(22)}/720/${'B'.repeat(16)}${unique}.webp`),
      getImage('/img/a/1/b.webp'),
      getImage(`/img/${'A'.repeat(400)}/720/x.webp`),
    ]),
    attack('pictures that were never drawn', async (stage) =>
      (await listNewPictures(stage, count)).flatMap((path) => atAllWidths(path)),
    ),
    attack('pictures of a slow host', async (stage) =>
      (await listNewPictures(stage, slowItemCount, 'slow-')).flatMap(atAllWidths),
    ),
    attack('a photo of the attacker that is not approved', async (stage, attacker) => {
      const address = await uploadPhoto(stage, attacker, photo)
      const forged = address.replace('/img/', '/img/A').replace(/^(\/img\/.{22})./, '$1')
      return [...atAllWidths(address), ...atAllWidths(forged)]
    }),
  ]
}
