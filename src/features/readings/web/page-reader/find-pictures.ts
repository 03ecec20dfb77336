import { readingLimits } from '../../page-reading.ts'
import { parsePictureAddress } from '../../picture-address.ts'
import { isHtml, listAttributes, readAttribute, readShownPicture, resolveAddress } from './dom-access.ts'
import { toFullSizePath } from './full-size.ts'
import { measurePicture } from './measure-picture.ts'
import { isLinkElsewhere } from './page-zones.ts'
import { attribute, type PageNode, type WalkedPage } from './walk-page.ts'

/** One picture of the page: the addresses that may show it, the largest first. */
type PictureClaim = {
  /** The address in full size: equal for all sizes of one picture. */
  key: string
  addresses: string[]
  /** Natural size where the page has loaded it, and its address. */
  loaded: { address: string; width: number; height: number } | undefined
  isDuplicate: boolean
  /** What holds the slides of its gallery. */
  box?: PageNode | undefined
}

const limits = { claims: 400, addresses: 6, measured: 40, measureMs: 900, attributeLength: 4_000 } as const
const minSide = 300
const maxRatio = 2.2
const pictureValue = /\.(?:jpe?g|png|webp|avif)(?:$|[_!@?#])/i
const noGoods =
  /二维码|扫码|扫一扫|证书|头像|客服|打开app|下载app|满减|优惠|红包|广告|质保|logo|avatar|qr ?code|certificate|coupon|banner|advert|payment|download (?:the )?app/i
const backgroundUrl = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi

/**
 * The gallery's pictures in their order, each once: of `stated` first, then as the page shows them. At least 300 px on
 * both sides and neither more than 2.2 times the other; a smaller one stands for its large one.
 */
export async function findPictures(
  page: WalkedPage,
  stated: readonly string[],
  endMs: number,
): Promise<string[]> {
  const claims = mergeClaims([
    ...stated.flatMap((text) => toStated(page, text)),
    ...dropLoop(listClaims(page)),
  ])
  const { host } = page.document.location
  const end = Math.min(endMs, performance.now() + limits.measureMs)
  const pictures: string[] = []
  let measured = 0
  for (let index = 0; index < claims.length && pictures.length < readingLimits.pictures; index += 8) {
    const batch = claims.slice(index, index + 8)
    const chosen = await Promise.all(
      batch.map((claim) =>
        choosePicture(claim, { host, end, mayMeasure: () => ++measured <= limits.measured }),
      ),
    )
    pictures.push(...chosen.flat())
  }
  return [...new Set(pictures)].slice(0, readingLimits.pictures)
}

/** The first of a claim's addresses that is large enough, in a list; nothing when none is. */
async function choosePicture(
  claim: PictureClaim,
  { host, end, mayMeasure }: { host: string; end: number; mayMeasure: () => boolean },
): Promise<string[]> {
  const { loaded, addresses } = claim
  if (loaded && isLarge(loaded) && loaded.address === addresses[0]) return [loaded.address]
  for (const address of addresses) {
    if (address === loaded?.address) {
      if (isLarge(loaded)) return [address]
      continue
    }
    if (URL.parse(address)?.host !== host) {
      // Another host is not asked; its large ones lie under the same name.
      if (loaded && toFullSizePath(loaded.address) === address && !isBanner(loaded)) return [address]
      continue
    }
    const size = performance.now() < end && mayMeasure() ? await measurePicture(address, end) : undefined
    if (size && isLarge(size)) return [address]
  }
  return []
}

function isLarge({ width, height }: { width: number; height: number }): boolean {
  return Math.min(width, height) >= minSide && !isBanner({ width, height })
}

function isBanner({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > maxRatio * Math.min(width, height)
}

function mergeClaims(claims: readonly PictureClaim[]): PictureClaim[] {
  const merged = new Map<string, PictureClaim>()
  for (const claim of claims) {
    const other = merged.get(claim.key)
    if (!other) merged.set(claim.key, claim)
    else {
      other.addresses = [...new Set([...other.addresses, ...claim.addresses])].slice(0, limits.addresses)
      if (!other.loaded || (claim.loaded && claim.loaded.width > other.loaded.width))
        other.loaded = claim.loaded
    }
  }
  return [...merged.values()].slice(0, limits.claims)
}

/** Endless galleries show the last picture before the first, and the first behind the last. */
function dropLoop(claims: readonly PictureClaim[]): PictureClaim[] {
  const listed = claims.filter(
    ({ key, isDuplicate }) => !isDuplicate || claims.every((other) => other.isDuplicate || other.key !== key),
  )
  const boxes = new Set(listed.map(({ box }) => box).filter((box) => box !== undefined))
  const copies = [...boxes].flatMap((box) => {
    const inBox = listed.filter((claim) => claim.box === box)
    const last = inBox.length - 1
    const isLoop = last >= 4 && inBox[0]?.key === inBox[last - 1]?.key && inBox[1]?.key === inBox[last]?.key
    return isLoop ? [inBox[0], inBox[last]] : []
  })
  return listed.filter((claim) => !copies.includes(claim))
}

function toStated(page: WalkedPage, text: string): PictureClaim[] {
  const address = toAddress(page, text)
  return address ? [createClaim([address], undefined, false)] : []
}

function createClaim(
  addresses: string[],
  loaded: PictureClaim['loaded'],
  isDuplicate: boolean,
): PictureClaim {
  const all = addresses.flatMap((address) => [...new Set([toFullSize(address), address])])
  const key = all[0] ?? ''
  const claimed = [...new Set(all)].slice(0, limits.addresses)
  return {
    key,
    addresses: [...new Set([...claimed, ...(loaded ? [loaded.address] : [])])],
    loaded,
    isDuplicate,
  }
}

function toFullSize(address: string): string {
  const url = new URL(address)
  return url.origin + toFullSizePath(url.pathname)
}

/** An address as it may be handed over; undefined for one that is not. */
function toAddress(page: WalkedPage, text: string): string | undefined {
  const url = resolveAddress(text, page.document)
  if (!url) return undefined
  return parsePictureAddress(url.href, { isLocal: url.origin === page.document.location.origin })
}

function listClaims(page: WalkedPage): PictureClaim[] {
  const nodes = page.nodes.filter((node) => !node.isOther)
  const claims = nodes.flatMap((node) => ({ node, claim: readClaim(page, node) }))
  const isVisible = (node: PageNode) =>
    claims.some(({ node: other, claim }) => claim && !other.isHidden && isNear(node, other))
  return claims
    .slice(0, limits.claims * 100)
    .flatMap(({ node, claim }) => (claim && (!node.isHidden || isVisible(node)) ? [claim] : []))
}

/** Whether one of the three elements around `node` also holds `other`. */
function isNear(node: PageNode, other: PageNode): boolean {
  const boxes = [node.parent, node.parent?.parent, node.parent?.parent?.parent]
  return boxes.some((box) => box && box.tag !== 'body' && other.index >= box.index && other.index < box.end)
}

function readClaim(page: WalkedPage, node: PageNode): PictureClaim | undefined {
  if (node.tag === 'img') return readImage(page, node)
  const written = attribute(node, 'style').slice(0, limits.attributeLength)
  if (!written.includes('url(')) return undefined
  const addresses = [...written.matchAll(backgroundUrl)].flatMap(
    (match) => toAddress(page, match[1] ?? match[2] ?? match[3] ?? '') ?? [],
  )
  return addresses[0] && isGoods(node) ? createClaim(addresses.slice(0, 1), undefined, false) : undefined
}

function readImage(page: WalkedPage, node: PageNode): PictureClaim | undefined {
  if (!isHtml(node.element, 'img') || !isGoods(node)) return undefined
  const image = node.element
  const link = findLink(node)
  if (link && isLinkElsewhere(page.document, link)) return undefined
  const linked = link && pictureValue.test(attribute(link, 'href')) ? [attribute(link, 'href')] : []
  const { address, width, height } = readShownPicture(image)
  const current = toAddress(page, address || readAttribute(image, 'src'))
  const loaded = width > 0 && current !== undefined ? { address: current, width, height } : undefined
  const sources = [...linked, ...listLaterSources(image), ...listSrcset(readAttribute(image, 'srcset'))]
  const addresses = sources.flatMap((text) => toAddress(page, text) ?? [])
  const isPlaceholder =
    loaded &&
    addresses.length > 0 &&
    Math.max(loaded.width, loaded.height) < 120 &&
    !sharesName(loaded.address, addresses)
  const own = current !== undefined && !isPlaceholder ? [current] : []
  // What is large enough already is not asked for in another form of the same name.
  const first =
    loaded && isLarge(loaded) && toFullSize(loaded.address) === loaded.address && linked.length === 0
      ? []
      : addresses
  const all = [...first, ...own]
  return all.length > 0
    ? {
        ...createClaim(all, isPlaceholder ? undefined : loaded, isDuplicateSlide(node)),
        box: findGallery(node),
      }
    : undefined
}

function sharesName(address: string, others: readonly string[]): boolean {
  return others.some((other) => toFullSize(other) === toFullSize(address))
}

/** Addresses in attributes of the page's own, the ones that name a large picture first. */
function listLaterSources(image: Element): string[] {
  return listAttributes(image)
    .filter(
      ({ name, value }) =>
        /^(?:data-|original|lazy|zoom|file|big|large)/i.test(name) &&
        value.length < 2_000 &&
        pictureValue.test(value) &&
        !/\s/.test(value.trim()),
    )
    .toSorted((a, b) => rankSource(b.name) - rankSource(a.name))
    .map(({ value }) => value)
}

function rankSource(name: string): number {
  return /large|big|zoom|full|max|hi-?res|original|origin/i.test(name) ? 1 : 0
}

/** The addresses of a `srcset`, the largest first. */
function listSrcset(srcset: string): string[] {
  return srcset
    .slice(0, limits.attributeLength)
    .split(/,\s+|,(?=https?:|\/)/)
    .map((part) => part.trim().split(/\s+/))
    .toSorted((a, b) => Number.parseFloat(b[1] ?? '1') - Number.parseFloat(a[1] ?? '1'))
    .flatMap(([address]) => (address ? [address] : []))
}

function findLink(node: PageNode): PageNode | undefined {
  let outer = node.parent
  for (let level = 0; outer && level < 4; level++) {
    if (outer.tag === 'a') return outer
    outer = outer.parent
  }
  return undefined
}

/** Neither a code, a face or a coupon, as far as it is called so. */
function isGoods(node: PageNode): boolean {
  const names = [node, node.parent].flatMap((each) =>
    each ? ['alt', 'title', 'class', 'id'].map((name) => attribute(each, name).slice(0, 200)) : [],
  )
  return !names.some((name) => noGoods.test(name))
}

/** The nearest element around a picture that holds several elements. */
function findGallery(node: PageNode): PageNode | undefined {
  let box = node.parent
  while (box?.parent && box.children.length < 2) box = box.parent
  return box
}

function isDuplicateSlide(node: PageNode): boolean {
  const boxes = [node, node.parent, node.parent?.parent]
  return boxes.some((box) => box && /duplicate|clone/i.test(attribute(box, 'class').slice(0, 200)))
}
