/** What a path such as `data.0.qcList` leads to in a value of which nothing is known; the empty path is the value. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path === '' ? [] : path.split('.')
  return steps.reduce<unknown>(
    (part, step) => (isObject(part) && Object.hasOwn(part, step) ? part[step] : undefined),
    value,
  )
}

/** Lists count: their places are names. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The first of the named fields that holds what is looked for. */
export function firstField<T>(
  record: Record<string, unknown>,
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
): T | undefined {
  return names.map((name) => valueAt(record, name)).find(isWanted)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isScalar(value: unknown): value is string | number {
  return isText(value) || typeof value === 'number'
}
