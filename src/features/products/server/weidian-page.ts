import { parseStartTags } from './html-tags.ts'
import type { SourceAnswer } from './info-source.ts'
import { isRecord, listIn, recordsIn, valueAt } from './json-value.ts'
import { amountOf, normalizeInfo, type RawProductInfo } from './normalize-info.ts'

/** The element into which Weidian writes the item as JSON. */
const island = '__rocker-render-inject__'

type Axis = NonNullable<RawProductInfo['axes']>[number] & { images: Map<string, unknown> }

/** Parses Weidian's public item page; a page without an item, or about another one, gives nothing. */
export function readWeidianPage(html: string, itemId: string): SourceAnswer {
  const model = valueAt(islandOf(html), 'result', 'default_model')
  const item = valueAt(model, 'item_info')
  const named = valueAt(item, 'item_id') ?? valueAt(item, 'itemId') ?? itemId
  const axes = axesOf(valueAt(model, 'sku_properties', 'attr_list'))
  const info = normalizeInfo({
    title: valueAt(item, 'item_name'),
    price: yuanOfFen(valueAt(item, 'itemLowPrice')),
    images: listIn(valueAt(item, 'imgs')),
    axes,
    skus: skusOf(valueAt(model, 'sku_properties', 'sku'), axes),
  })
  return info && String(named) === itemId ? { state: 'found', info } : { state: 'unknown' }
}

function islandOf(html: string): unknown {
  for (const { attributes } of parseStartTags(html)) {
    if (attributes.get('id') !== island) continue
    try {
      return JSON.parse(attributes.get('data-obj') ?? '')
    } catch {
      return undefined
    }
  }
  return undefined
}

function axesOf(list: unknown): Axis[] {
  return recordsIn(list).map((axis, index) => {
    const values = recordsIn(axis.attr_values ?? axis.attrValues)
    return {
      id: String(index + 1),
      name: axis.attr_title ?? axis.attrTitle,
      values: values.map((value, at) => ({ id: idOf(value, at), name: value.attr_value ?? value.attrValue })),
      images: new Map(values.map((value, at) => [idOf(value, at), value.img])),
    }
  })
}

function idOf(value: Record<string, unknown>, at: number): string {
  return String(value.attr_id ?? value.attrId ?? at + 1)
}

/**
 * Variants are keyed by their values' numbers joined by hyphens; their prices are text in yuan, unlike the
 * item's own.
 */
function skusOf(skus: unknown, axes: Axis[]): NonNullable<RawProductInfo['skus']> {
  if (!isRecord(skus)) return []
  return Object.entries(skus).flatMap(([key, sku]) => {
    if (!isRecord(sku)) return []
    const chosen = key.split('-').flatMap((id) => chosenOn(axes, id))
    return {
      skuID: sku.id,
      name: sku.title ?? chosen.map(({ name }) => name).join(' / '),
      imgUrl: sku.img || chosen.find(({ image }) => image)?.image,
      stock: sku.stock,
      propsID: chosen.map(({ axisId, id }) => `${axisId}:${id}`).join(';'),
      propsCode: key,
      price: typeof sku.price === 'number' ? yuanOfFen(sku.price) : sku.price,
    }
  })
}

function chosenOn(axes: Axis[], id: string) {
  return axes.flatMap((axis) => {
    const value = axis.values.find((one) => one.id === id)
    return value ? { axisId: axis.id, id, name: value.name, image: axis.images.get(id) } : []
  })
}

function yuanOfFen(value: unknown): number | undefined {
  const fen = amountOf(value)
  return fen === undefined ? undefined : fen / 100
}

/**
 * Parses Weidian's data call, which answers OK for an item that does not exist: it then has neither stock nor
 * image. Prices are in fen.
 */
export function readWeidianData(body: unknown): SourceAnswer {
  const code = valueAt(body, 'status', 'code')
  const result = valueAt(body, 'result')
  if (!isRecord(result) || (code !== undefined && code !== 0 && code !== '0')) return { state: 'unknown' }
  if (!result.itemMainPic && !Number(result.itemStock)) return { state: 'not-found' }
  const info = normalizeInfo({
    title: result.itemTitle,
    price: yuanOfFen(result.itemDiscountLowPrice) ?? yuanOfFen(result.itemOriginalLowPrice),
    images: [result.itemMainPic],
    axes: axesOf(result.attrList),
  })
  return info ? { state: 'found', info } : { state: 'unknown' }
}
