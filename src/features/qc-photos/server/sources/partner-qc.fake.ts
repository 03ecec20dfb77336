import {
  type FakeRequest,
  type FakeResponse,
  type FakeSource,
  fakeJson,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

/** Simulates KakoBuy's open interface. Item numbers that begin with `used-up` use up the daily quota. */
export const fakeKakobuy: FakeSource = {
  name: 'kakobuy',
  idIn: (url) => getItemId(url, { path: '/kakobuy/open/pic/qcImage', parameter: 'goodsUrl' }),
  good: (request) =>
    request.id.startsWith('used-up')
      ? createKakobuyError('Daily query limit exceeded')
      : createKakobuyReply(getImageUrls(request, 'kakobuy')),
  unknownItem: () => createKakobuyError('No QC images found'),
  wrongSchema: () => fakeJson({ status: 'success', message: '', data: 'none' }),
  // A reply has no number of its item.
  otherItem: () => createKakobuyError('Invalid goods URL'),
  poisoned: () => createKakobuyReply([hostileTexts.script, hostileTexts.inside, '//img.alicdn.com/ok.jpg']),
}

function createKakobuyReply(images: string[]): FakeResponse {
  const data = images.map((url) => ({ image_url: url, product_name: 'Tee', qc_date: '2026-11-02 10:30:00' }))
  return fakeJson({ status: 'success', message: '', data })
}

function createKakobuyError(message: string): FakeResponse {
  return fakeJson({ status: 'error', message })
}

/** Simulates Picks.ly's partner interface. Item numbers that begin with `used-up` use up the quota. */
export const fakePicksly: FakeSource = {
  name: 'picksly',
  idIn: (url) => getItemId(url, { path: '/picksly/api/qc/search', parameter: 'url' }),
  good: (request) =>
    createAlbums(getImageUrls(request, 'picksly'), request.id.startsWith('used-up') ? 0 : 41),
  unknownItem: () => createAlbums([], 41),
  wrongSchema: () => fakeJson({ success: true, albums: {} }),
  // A reply has no number of its item.
  otherItem: () => fakeJson({ success: false, error: 'Unsupported url' }),
  poisoned: () => createAlbums([hostileTexts.script, hostileTexts.inside, '//img.alicdn.com/ok.jpg'], 41),
}

function createAlbums(images: string[], left: number): FakeResponse {
  const reply = fakeJson({ success: true, albums: images.length > 0 ? [{ images }] : [] })
  return { ...reply, headers: { 'x-ratelimit-remaining': String(left) } }
}

/** The number in the item's address, which is a parameter of the call. */
function getItemId(url: URL, { path, parameter }: { path: string; parameter: string }): string | undefined {
  const itemUrl = url.pathname === path ? url.searchParams.get(parameter) : null
  return /(?:id=|itemID=|offer\/)([\w-]+)/.exec(itemUrl ?? '')?.[1]
}

function getImageUrls({ id, getOrigin }: FakeRequest, name: string): string[] {
  return [1, 2, 3].map((n) => `${getOrigin('pictures')}/pictures/${name}-${id}-${n}.png`)
}
