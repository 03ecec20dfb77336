import { parseStartTags } from './html-tags.ts'
import type { InfoSourceResult } from './info-source.ts'
import { getList, getRecords, getValueAt, isRecord } from './json-value.ts'
import { fenToYuan, normalizeInfo, type RawProductInfo } from './normalize-info.ts'

/** The id of the element with the item as JSON. */
const dataElementId = '__rocker-render-inject__'

type WeidianAxis = NonNullable<RawProductInfo['axes']>[number] & { images: Map<string, unknown> }

/** Parses Weidian's public item page. The state is `unknown` for a page without an item or about another one. */
export function readWeidianPage(html: string, itemId: string): InfoSourceResult {
  const model = getValueAt(parsePageData(html), 'result', 'default_model')
  const item = getValueAt(model, 'item_info')
  const pageItemId = getValueAt(item, 'item_id') ?? getValueAt(item, 'itemId') ?? itemId
  const axes = parseAxes(getValueAt(model, 'sku_properties', 'attr_list'))
  const info = normalizeInfo({
    title: getValueAt(item, 'item_name'),
    price: fenToYuan(getValueAt(item, 'itemLowPrice')),
    images: getList(getValueAt(item, 'imgs')),
    axes,
    skus: parseSkus(getValueAt(model, 'sku_properties', 'sku'), axes),
  })
  return info && String(pageItemId) === itemId ? { state: 'found', info } : { state: 'unknown' }
}

function parsePageData(html: string): unknown {
  for (const { attributes } of parseStartTags(html)) {
    if (attributes.get('id') !== dataElementId) continue
    try {
      return JSON.parse(attributes.get('data-obj') ?? '')
    } catch {
      return undefined
    }
  }
  return undefined
}

function parseAxes(list: unknown): WeidianAxis[] {
  return getRecords(list).map((axis, index) => {
    const values = getRecords(axis.attr_values ?? axis.attrValues)
    return {
      id: String(index + 1),
      name: axis.attr_title ?? axis.attrTitle,
      values: values.map((value, valueIndex) => ({
        id: getValueId(value, valueIndex),
        name: value.attr_value ?? value.attrValue,
      })),
      images: new Map(values.map((value, valueIndex) => [getValueId(value, valueIndex), value.img])),
    }
  })
}

function getValueId(value: Record<string, unknown>, index: number): string {
  return String(value.attr_id ?? value.attrId ?? index + 1)
}

/**
 * Parses the variants. Their keys are the ids of their values, joined by hyphens. Their prices are texts in yuan, unlike the
 * item's price in fen.
 */
function parseSkus(skus: unknown, axes: WeidianAxis[]): NonNullable<RawProductInfo['skus']> {
  if (!isRecord(skus)) return []
  return Object.entries(skus).flatMap(([key, sku]) => {
    if (!isRecord(sku)) return []
    const chosen = key.split('-').flatMap((id) => findChosenValues(axes, id))
    return {
      skuID: sku.id,
      name: sku.title ?? chosen.map(({ name }) => name).join(' / '),
      imgUrl: sku.img || chosen.find(({ image }) => image)?.image,
      stock: sku.stock,
      propsID: chosen.map(({ axisId, id }) => `${axisId}:${id}`).join(';'),
      propsCode: key,
      price: typeof sku.price === 'number' ? fenToYuan(sku.price) : sku.price,
    }
  })
}

function findChosenValues(axes: WeidianAxis[], id: string) {
  return axes.flatMap((axis) => {
    const value = axis.values.find((candidate) => candidate.id === id)
    return value ? { axisId: axis.id, id, name: value.name, image: axis.images.get(id) } : []
  })
}

/**
 * Parses the response of Weidian's data call. For an item that does not exist it is OK but has neither stock nor image.
 * Prices are in fen.
 */
export function readWeidianData(body: unknown): InfoSourceResult {
  const code = getValueAt(body, 'status', 'code')
  const result = getValueAt(body, 'result')
  if (!isRecord(result) || (code !== undefined && code !== 0 && code !== '0')) return { state: 'unknown' }
  if (!result.itemMainPic && !Number(result.itemStock)) return { state: 'not-found' }
  const info = normalizeInfo({
    title: result.itemTitle,
    price: fenToYuan(result.itemDiscountLowPrice) ?? fenToYuan(result.itemOriginalLowPrice),
    images: [result.itemMainPic],
    axes: parseAxes(result.attrList),
  })
  return info ? { state: 'found', info } : { state: 'unknown' }
}
