import {
  findField,
  isNonEmptyText,
  isObjectLike,
  isScalar,
} from '#shared/server/outbound/described-sources/reply-value.ts'
import type { RawProductInfo } from '../info/normalize-info.ts'

/** An axis and a value of it, such as Color and Navy, by their names and, if the source has any, by their ids. */
export type Pair = { axis: string; value: string; ids: string | undefined }

/** The field names that sources use in lists of pairs, and in lists of axes with all their values. */
const fields = {
  axis: ['axis', 'name', 'propName', 'attrName', 'key'],
  axisId: ['id', 'pid', 'propId', 'attrId'],
  values: ['values', 'valuesList', 'options'],
  value: ['value', 'valueName', 'text'],
  valueOfAxis: ['value', 'name', 'valueName', 'text'],
  valueId: ['id', 'vid', 'valueId'],
} as const
const maxPairs = { all: 2_000, ofVariant: 10 } as const

/**
 * Reads names with values from a list of `{name, value}`, an object, a text `name:value;…` or `pid:vid:name:value;…`, a list of
 * such texts, or a list of axes with all their values; `max` of them. What has another form is left out.
 */
export function readPairs(value: unknown, max: number = maxPairs.all): Pair[] {
  if (isScalar(value)) return readText(String(value)).slice(0, max)
  if (!isObjectLike(value)) return []
  const pairs = Array.isArray(value)
    ? value.slice(0, max).flatMap(readEntry)
    : Object.entries(value).slice(0, max).flatMap(readNamed)
  return pairs.slice(0, max)
}

function readText(text: string): Pair[] {
  return text
    .slice(0, 20_000)
    .split(/[;\n]/)
    .flatMap((part) => {
      const names = part.split(':').map((name) => name.trim())
      const [first = '', second = '', axis = '', ...value] = names
      if (names.length > 3) return createPair(axis, value.join(':'), `${first}:${second}`)
      return createPair(first, names.slice(1).join(':'), undefined)
    })
}

/** An object's field: a name with its value, or `pid:vid` with `name:value`. */
function readNamed([name, value]: [string, unknown]): Pair[] {
  if (!isScalar(value)) return []
  const isIds = /^[^:;]+:[^:;]+$/.test(name)
  return isIds ? readText(`${name}:${value}`) : createPair(name, String(value), undefined)
}

function readEntry(entry: unknown): Pair[] {
  if (isNonEmptyText(entry)) return readText(entry)
  const axis = findField(entry, fields.axis, isScalar)
  if (axis === undefined) return []
  const axisId = findField(entry, fields.axisId, isScalar)
  const values: unknown[] | undefined = findField(entry, fields.values, Array.isArray)
  if (!values)
    return createPair(String(axis), String(findField(entry, fields.value, isScalar) ?? ''), undefined)
  return values.slice(0, maxPairs.all).flatMap((value) => {
    const name = isScalar(value) ? value : findField(value, fields.valueOfAxis, isScalar)
    const valueId = findField(value, fields.valueId, isScalar)
    const ids = axisId === undefined || valueId === undefined ? undefined : `${axisId}:${valueId}`
    return createPair(String(axis), String(name ?? ''), ids)
  })
}

function createPair(axis: string, value: string, ids: string | undefined): Pair[] {
  return axis && value ? [{ axis, value, ids }] : []
}

/**
 * Reads what variants choose. Axes and values get numbers of our own, because a source's may contain what separates them. `listed`
 * are the pairs that variants may name by ids alone.
 */
export function createChoiceReader(listed: readonly Pair[]) {
  const listedByIds = new Map(listed.flatMap((pair) => (pair.ids ? [[pair.ids, pair]] : [])))
  const axes = new Map<string, { id: string; values: Map<string, string> }>()

  function resolve(pair: Pair): Pair {
    return listedByIds.get(pair.ids ?? `${pair.axis}:${pair.value}`) ?? pair
  }

  /** The numbers of an axis and a value, `1:2`. */
  function number({ axis, value }: Pair): string {
    const { id, values } = axes.get(axis) ?? { id: String(axes.size + 1), values: new Map<string, string>() }
    axes.set(axis, { id, values })
    const valueId = values.get(value) ?? String(values.size + 1)
    values.set(value, valueId)
    return `${id}:${valueId}`
  }

  return {
    read(value: unknown): { pairs: Pair[]; propsID: string } {
      const pairs = readPairs(value, maxPairs.ofVariant).map(resolve)
      return { pairs, propsID: pairs.map(number).join(';') }
    },
    /** The axes of all variants read so far. */
    listAxes: (): NonNullable<RawProductInfo['axes']> =>
      [...axes].map(([name, { id, values }]) => ({
        id,
        name,
        values: [...values].map(([value, valueId]) => ({ id: valueId, name: value })),
      })),
  }
}
