import type { ProductInfo, Sku } from './product-info.ts'

/** `missing`: the seller has no such combination. `sold-out`: the combination exists, but its stock is 0. */
export type Availability = 'available' | 'sold-out' | 'missing'

export type VariantValue = {
  id: string
  name: string
  /** The image of the value, if it has one. */
  image: string | undefined
  availability: Availability
  isChosen: boolean
  /** The sku that this value selects; undefined when the value is missing. */
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
/** The skus per value of an attribute. An item has up to a thousand of each. */
type SkusByValue = ReadonlyMap<string | undefined, readonly SkuChoice[]>

/** Parses a sku's `propsID`, `attrID:valueID;attrID:valueID` (§3). Invalid pairs are skipped. */
export function parseSkuProps(propsID: string): SkuProps {
  const pairs = propsID.split(';').map((pair) => pair.split(':').map((part) => part.trim()))
  return new Map(
    pairs.flatMap(([attribute, value]) => (attribute && value ? [[attribute, value] as const] : [])),
  )
}

/** The sku of a URL or a click, else the shown variant (057), else the first one. */
export function findChosenSku(
  skus: readonly Sku[],
  skuID: string | null | undefined,
  shownSku?: string | null,
): Sku | undefined {
  return skus.find((sku) => sku.skuID === skuID) ?? skus.find((sku) => sku.skuID === shownSku) ?? skus[0]
}

/** Like `listPicturedNames`, but prepared once for many skus of one item. */
export function createPicturedReader({ skus, productAttr }: ItemVariants): (sku: Sku) => string[] {
  const choices = skus.map((sku) => ({ sku, props: parseSkuProps(sku.propsID) }))
  const attributes = listUsedAttributes(productAttr, choices)
  const pictured = attributes.find((attribute) => isPictured(attribute))
  const distinguishing = (pictured ? [pictured] : attributes).map(({ id, values }) => ({
    id,
    names: new Map(values.map((value) => [value.id, value.name])),
  }))
  return (sku) => {
    const props = parseSkuProps(sku.propsID)
    const names = distinguishing.flatMap(({ id, names }) => names.get(props.get(id) ?? '') ?? [])
    return names.length > 0 ? names : [getSkuName(sku)]
  }
}

/**
 * The value names that identify the pictures of a sku: the value of the attribute with pictures ('Navy'); without such an
 * attribute all values ('Navy', '42'); without value names the name of the sku.
 */
export function listPicturedNames(info: ItemVariants, sku: Sku): string[] {
  return createPicturedReader(info)(sku)
}

/** Choosing an image selects the first sku with that image (§4). */
export function findSkuByImage(skus: readonly Sku[], image: string): Sku | undefined {
  return skus.find((sku) => sku.imgUrl === image)
}

/**
 * The groups of values and the sku that each value selects (§4 "Variant selection"). The attribute with images comes first,
 * then the others in the seller's order. Whether a value is missing depends only on the chosen values of earlier groups, so
 * that no combination blocks another one. Without skus, where nothing can be chosen, each group has all names as one value.
 */
export function getVariantGroups(
  { skus, productAttr }: ItemVariants,
  chosen: Sku | undefined,
): VariantGroup[] {
  if (!chosen) return productAttr.map(listNames)
  const choices = skus.map((sku) => ({ sku, props: parseSkuProps(sku.propsID) }))
  const attributes = listUsedAttributes(productAttr, choices)
  if (attributes.length === 0) return skus.length > 1 ? [createSkuGroup(skus, chosen)] : []
  const pictured = attributes.find((attribute) => isPictured(attribute))
  const ordered = pictured
    ? [pictured, ...attributes.filter((attribute) => attribute !== pictured)]
    : attributes
  const groups = ordered.map((attribute, index) =>
    createAttributeGroup({ attribute, earlier: ordered.slice(0, index), pictured, chosen }),
  )
  const images = pictured ? undefined : createImageGroup(skus, chosen)
  return images ? [images, ...groups] : groups
}

function listNames({ attrID: id, attrTrans, values }: ItemVariants['productAttr'][number]): VariantGroup {
  const name = values.map(({ valueTrans }) => valueTrans).join(', ')
  return {
    id,
    name: attrTrans || 'Option',
    values: [{ id, name, image: undefined, availability: 'available', isChosen: false, skuID: undefined }],
  }
}

/** The chosen values as text, in the groups' order: 'Navy, 42'. */
export function formatChoice(groups: readonly VariantGroup[]): string {
  return getChosenNames(groups).join(', ')
}

/** The names of the chosen values. */
function getChosenNames(groups: readonly VariantGroup[]): string[] {
  return groups.flatMap(({ values }) => values.filter((value) => value.isChosen).map(({ name }) => name))
}

/** Whether the stock is known to be 0. */
export function isSoldOut({ stock }: Pick<Sku, 'stock'>): boolean {
  return stock !== null && stock <= 0
}

export const soldOutLabel = 'Out of stock'

/** The stock as text. An unknown stock is not shown as sold out. */
export function formatStock(stock: number | null): string {
  if (stock === null) return 'Stock unknown'
  return stock > 0 ? `${stock} in stock` : soldOutLabel
}

/** The seller's images and the variants' images, without duplicates. */
export function getImages({ imgList, skus }: Pick<ProductInfo, 'imgList' | 'skus'>): string[] {
  return [...new Set([...imgList, ...skus.map((sku) => sku.imgUrl)])].filter((url) => url !== '')
}

/** The attributes and values that at least one sku has. Others cannot be bought. */
function listUsedAttributes(
  productAttr: ItemVariants['productAttr'],
  choices: readonly SkuChoice[],
): VariantAttribute[] {
  return productAttr
    .map(({ attrID, attrTrans, values }) => {
      const owners = Map.groupBy(choices, ({ props }) => props.get(attrID))
      const usedValues = values.filter(({ valueID }) => owners.has(valueID))
      return {
        id: attrID,
        name: attrTrans || 'Option',
        values: usedValues.map(({ valueID, valueTrans }) => ({ id: valueID, name: valueTrans || valueID })),
        owners,
      }
    })
    .filter(({ values }) => values.length > 0)
}

/** Whether each value has exactly one image and all values have different images. */
function isPictured({ values, owners }: VariantAttribute): boolean {
  const images = values.map(({ id }) => new Set(owners.get(id)?.map(({ sku }) => sku.imgUrl)))
  const areSingle = images.every((set) => set.size === 1 && !set.has(''))
  return areSingle && new Set(images.flatMap((set) => [...set])).size === values.length
}

type AttributeGroupOptions = {
  attribute: VariantAttribute
  earlier: readonly VariantAttribute[]
  pictured: VariantAttribute | undefined
  chosen: Sku
}

function createAttributeGroup({ attribute, earlier, pictured, chosen }: AttributeGroupOptions): VariantGroup {
  const chosenProps = parseSkuProps(chosen.propsID)
  const { id, name, owners } = attribute
  const values = attribute.values.map((value) => {
    const possible = (owners.get(value.id) ?? []).filter(({ props }) =>
      earlier.every((group) => props.get(group.id) === chosenProps.get(group.id)),
    )
    // An image selects its first sku, any other value the sku whose combination matches.
    const exact = possible.find(({ props }) => isSameExcept(id, props, chosenProps))
    const target = (attribute === pictured ? possible[0] : (exact ?? possible[0]))?.sku
    return {
      ...value,
      image: attribute === pictured ? possible[0]?.sku.imgUrl : undefined,
      availability: getAvailability(
        (exact && attribute !== pictured ? [exact] : possible).map(({ sku }) => sku),
      ),
      isChosen: chosenProps.get(id) === value.id,
      skuID: target?.skuID,
    }
  })
  return { id, name, values }
}

function isSameExcept(attribute: string, props: SkuProps, chosenProps: SkuProps): boolean {
  return [...chosenProps].every(([id, value]) => id === attribute || props.get(id) === value)
}

function getAvailability(skus: readonly Sku[]): Availability {
  if (skus.length === 0) return 'missing'
  return skus.every(isSoldOut) ? 'sold-out' : 'available'
}

/** Images that match no single attribute form a group. Each is named after its first sku. */
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

/** Without attributes the skus themselves form the group. */
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
