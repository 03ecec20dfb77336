import type { InfoAnswer, ProductInfo, Sku } from './contract.ts'
import { productLimits } from './spec.ts'

/** `missing`: the seller has no such combination; `sold-out`: there is one and its stock is 0. */
export type Availability = 'available' | 'sold-out' | 'missing'

export type VariantValue = {
  id: string
  name: string
  /** The image of the value, if it has one. */
  image: string | undefined
  availability: Availability
  isChosen: boolean
  /** The sku that choosing this value leads to; none when the value is missing. */
  skuID: string | undefined
}
export type VariantGroup = { id: string; name: string; values: VariantValue[] }

type ItemVariants = Pick<ProductInfo, 'skus' | 'productAttr'>
type SkuProps = ReadonlyMap<string, string>
type VariantAttribute = {
  id: string
  name: string
  values: { id: string; name: string }[]
  owners: SkusByValue
}
type SkuChoice = { sku: Sku; props: SkuProps }
/** The skus of each value of an attribute. An item has up to a thousand of both. */
type SkusByValue = ReadonlyMap<string | undefined, readonly SkuChoice[]>

/** The pairs of a sku's `propsID`, `attrID:valueID;attrID:valueID` (§3); whatever is no pair is left out. */
export function parseSkuProps(propsID: string): SkuProps {
  const pairs = propsID.split(';').map((pair) => pair.split(':').map((part) => part.trim()))
  return new Map(
    pairs.flatMap(([attribute, value]) => (attribute && value ? [[attribute, value] as const] : [])),
  )
}

/** The sku of a URL or a click, else the shown one (057), else the first. */
export function findChosenSku(
  skus: readonly Sku[],
  skuID: string | null | undefined,
  shownSku?: string | null,
): Sku | undefined {
  return skus.find((sku) => sku.skuID === skuID) ?? skus.find((sku) => sku.skuID === shownSku) ?? skus[0]
}

/** Reads the names by which pictures of a sku differ from those of others; for many skus of one item. */
export function createPicturedReader({ skus, productAttr }: ItemVariants): (sku: Sku) => string[] {
  const choices = skus.map((sku) => ({ sku, props: parseSkuProps(sku.propsID) }))
  const attributes = listUsedAttributes(productAttr, choices)
  const pictured = attributes.find((attribute) => isPictured(attribute))
  const telling = (pictured ? [pictured] : attributes).map(({ id, values }) => ({
    id,
    names: new Map(values.map((value) => [value.id, value.name])),
  }))
  return (sku) => {
    const props = parseSkuProps(sku.propsID)
    const names = telling.flatMap(({ id, names }) => names.get(props.get(id) ?? '') ?? [])
    return names.length > 0 ? names : [getSkuName(sku)]
  }
}

/**
 * The names by which pictures of a sku differ from those of others: of the attribute that has pictures, 'Navy'; without
 * one all, 'Navy' and '42'; or its own name where its values have none.
 */
export function listPicturedNames(info: ItemVariants, sku: Sku): string[] {
  return createPicturedReader(info)(sku)
}

/** Choosing an image selects the first sku with that image (§4). */
export function findSkuByImage(skus: readonly Sku[], image: string): Sku | undefined {
  return skus.find((sku) => sku.imgUrl === image)
}

/**
 * The choices and where each leads (§4 "Variant selection"): values with images come first, then the
 * attributes in the seller's order. A value counts as missing beside the choices of the groups before it,
 * never beside those after it, so that no combination blocks another one.
 */
export function getVariantGroups({ skus, productAttr }: ItemVariants, chosen: Sku): VariantGroup[] {
  const choices = skus.map((sku) => ({ sku, props: parseSkuProps(sku.propsID) }))
  const attributes = listUsedAttributes(productAttr, choices)
  if (attributes.length === 0) return skus.length > 1 ? [createSkuGroup(skus, chosen)] : []
  const pictured = attributes.find((attribute) => isPictured(attribute))
  const ordered = pictured ? [pictured, ...attributes.filter((one) => one !== pictured)] : attributes
  const groups = ordered.map((attribute, place) =>
    createAttributeGroup({ attribute, before: ordered.slice(0, place), pictured, chosen }),
  )
  const images = pictured ? undefined : createImageGroup(skus, chosen)
  return images ? [images, ...groups] : groups
}

/** A sku's values as text, in the groups' order: 'Navy, 42'. */
export function formatChoice(groups: readonly VariantGroup[]): string {
  return getChosenNames(groups).join(', ')
}

/** The names of the chosen values. */
function getChosenNames(groups: readonly VariantGroup[]): string[] {
  return groups.flatMap(({ values }) => values.filter((value) => value.isChosen).map(({ name }) => name))
}

/** The stock as text; unknown is not shown as sold out. */
export function formatStock(stock: number | null): string {
  if (stock === null) return 'Stock unknown'
  return stock > 0 ? `${stock} in stock` : 'Out of stock'
}

/** The seller's images, and those of variants that are not among them, each once. */
export function getImages({ imgList, skus }: Pick<ProductInfo, 'imgList' | 'skus'>): string[] {
  return [...new Set([...imgList, ...skus.map((sku) => sku.imgUrl)])].filter((url) => url !== '')
}

/**
 * When an outside source last confirmed this, as an ISO time, if that is longer ago than an answer stays
 * fresh: the source fails now and the stored answer is used. Our own catalogue is never stale.
 */
export function getStaleFetchedAt(answer: InfoAnswer | undefined, now: number): string | undefined {
  if (!answer?.fetchedAt || answer.source === 'catalogue') return undefined
  return now - Date.parse(answer.fetchedAt) > productLimits.freshMs ? answer.fetchedAt : undefined
}

/** The source of an item's information, as admins read it; undefined without one. */
export function formatOrigin(source: string | null | undefined): string | undefined {
  if (!source) return undefined
  if (source === 'catalogue') return 'Source: catalog'
  return source === 'storefront' ? 'Source: API' : 'Source: item page'
}

/** Attributes and values that some sku has; what no sku has cannot be bought. */
function listUsedAttributes(
  productAttr: ItemVariants['productAttr'],
  choices: readonly SkuChoice[],
): VariantAttribute[] {
  return productAttr
    .map(({ attrID, attrTrans, values }) => {
      const owners = Map.groupBy(choices, ({ props }) => props.get(attrID))
      const used = values.filter(({ valueID }) => owners.has(valueID))
      return {
        id: attrID,
        name: attrTrans || 'Option',
        values: used.map(({ valueID, valueTrans }) => ({ id: valueID, name: valueTrans || valueID })),
        owners,
      }
    })
    .filter(({ values }) => values.length > 0)
}

/** Each of its values has one image, and different values have different images. */
function isPictured({ values, owners }: VariantAttribute): boolean {
  const images = values.map(({ id }) => new Set(owners.get(id)?.map(({ sku }) => sku.imgUrl)))
  const areSingle = images.every((set) => set.size === 1 && !set.has(''))
  return areSingle && new Set(images.flatMap((set) => [...set])).size === values.length
}

type AttributeGroupOptions = {
  attribute: VariantAttribute
  before: readonly VariantAttribute[]
  pictured: VariantAttribute | undefined
  chosen: Sku
}

function createAttributeGroup({ attribute, before, pictured, chosen }: AttributeGroupOptions): VariantGroup {
  const wanted = parseSkuProps(chosen.propsID)
  const { id, name, owners } = attribute
  const values = attribute.values.map((value) => {
    const possible = (owners.get(value.id) ?? []).filter(({ props }) =>
      before.every((other) => props.get(other.id) === wanted.get(other.id)),
    )
    // An image leads to its first sku, an attribute to the sku whose combination matches.
    const exact = possible.find(({ props }) => isSameBut(id, props, wanted))
    const target = (attribute === pictured ? possible[0] : (exact ?? possible[0]))?.sku
    return {
      ...value,
      image: attribute === pictured ? possible[0]?.sku.imgUrl : undefined,
      availability: getAvailability(
        (exact && attribute !== pictured ? [exact] : possible).map(({ sku }) => sku),
      ),
      isChosen: wanted.get(id) === value.id,
      skuID: target?.skuID,
    }
  })
  return { id, name, values }
}

function isSameBut(attribute: string, props: SkuProps, wanted: SkuProps): boolean {
  return [...wanted].every(([id, value]) => id === attribute || props.get(id) === value)
}

function getAvailability(skus: readonly Sku[]): Availability {
  if (skus.length === 0) return 'missing'
  return skus.every(({ stock }) => stock === 0) ? 'sold-out' : 'available'
}

/** Images that belong to no single attribute are a choice of their own, named after their first sku. */
function createImageGroup(skus: readonly Sku[], chosen: Sku): VariantGroup | undefined {
  const owners = Map.groupBy(skus, (sku) => sku.imgUrl)
  owners.delete('')
  if (owners.size < 2) return undefined
  const values = [...owners].map(([image, group]) => {
    const [first] = group
    return {
      id: image,
      name: first ? getSkuName(first) : '',
      image,
      availability: getAvailability(group),
      isChosen: chosen.imgUrl === image,
      skuID: first?.skuID,
    }
  })
  return { id: 'image', name: 'Picture', values }
}

/** Without attributes, the skus themselves are the choice. */
function createSkuGroup(skus: readonly Sku[], chosen: Sku): VariantGroup {
  const values = skus.map((sku) => ({
    id: sku.skuID,
    name: getSkuName(sku),
    image: sku.imgUrl || undefined,
    availability: getAvailability([sku]),
    isChosen: sku.skuID === chosen.skuID,
    skuID: sku.skuID,
  }))
  return { id: 'sku', name: 'Variant', values }
}

function getSkuName(sku: Sku): string {
  return sku.nameTrans || sku.name || sku.skuID
}
