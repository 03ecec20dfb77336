import {
  type FakeRequest,
  type FakeSource,
  fakeJson,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

type FakeReply = {
  name: string
  /** Creates a reply with these images of this item. */
  write: (images: unknown[], id: string) => unknown
  /** Creates a valid reply about another item. */
  other: (images: unknown[]) => unknown
}

const otherItemId = '1000000001'

/** Sources in formats of public sources, each queried with `?id=`. */
const fakes: FakeReply[] = [
  {
    name: 'qc-images',
    write: (images, itemId) => ({
      code: 200,
      data: { itemId, qcList: images.map((url) => ({ url, qc_date: '2026-11-02' })) },
    }),
    other: (images) => ({ code: 200, data: { itemId: otherItemId, qcList: images.map((url) => ({ url })) } }),
  },
  {
    name: 'qc-albums',
    write: (images, spu) => ({ success: true, spu, albums: images.length > 0 ? [{ images }] : [] }),
    other: (images) => ({ success: true, spu: '0', albums: [{ images }] }),
  },
  {
    name: 'qc-records',
    write: (images, spuNo) => ({
      success: true,
      result: {
        records: images.map((image) => ({ spuNo, createTime: 1_793_577_600_000, fileUris: [image] })),
      },
    }),
    // A call with an unknown parameter gets the newest photos of all items.
    other: (images) => ({
      success: true,
      result: { records: images.map((image, at) => ({ spuNo: `${otherItemId}${at}`, fileUris: [image] })) },
    }),
  },
  {
    name: 'qc-variants',
    write: (images) => images.map((image) => ({ variant: 'Sage, L', qcPhotos: [image] })),
    other: () => ({ message: 'Which product?' }),
  },
  {
    name: 'qc-agents',
    write: (images, productId) => ({
      productId,
      marketplace: 'weidian',
      qcGroups: {
        kakobuy: [{ name: 'Navy, M', photos: images.map((url) => ({ url, timestamp: 1_793_577_600 })) }],
      },
    }),
    // The source groups photos of unknown items like this.
    other: (photos) => ({
      productId: '0',
      marketplace: 'unknown',
      qcGroups: { kakobuy: [{ name: 'x', photos }] },
    }),
  },
]

/** Fake photo sources in every format except that of the specification. */
export const fakeQcFormats: readonly FakeSource[] = fakes.map(({ name, write, other }) => ({
  name,
  idIn: (url) => url.searchParams.get('id') ?? undefined,
  good: (request) => fakeJson(write(getImageUrls(request, name), request.id)),
  unknownItem: ({ id }) => fakeJson(write([], id)),
  wrongSchema: () => fakeJson({ success: true, data: 'none', albums: {}, result: [], qcGroups: [] }),
  otherItem: (request) => fakeJson(other(getImageUrls(request, name))),
  poisoned: ({ id }) => {
    const images = [hostileTexts.script, hostileTexts.inside, hostileTexts.markup, '//img.alicdn.com/ok.jpg']
    const { type, body } = fakeJson(write(images, id))
    return { type, body: String(body).replace('{', '{"__proto__":{"polluted":1},') }
  },
}))

function getImageUrls({ id, getOrigin }: FakeRequest, name: string): string[] {
  return [1, 2, 3].map((n) => `${getOrigin('pictures')}/pictures/${name}-${id}-${n}.png`)
}
