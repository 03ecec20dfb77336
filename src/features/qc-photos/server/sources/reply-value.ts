/** What a path such as `data.0.qcList` leads to in a value of which nothing is known; the empty path is the value. */
export function getValueAtPath(value: unknown, path: string): unknown {
  const steps = path === '' ? [] : path.split('.')
  return steps.reduce<unknown>(
    (part, step) => (isObjectLike(part) && Object.hasOwn(part, step) ? part[step] : undefined),
    value,
  )
}

/** Lists count: their places are names. */
export function isObjectLike(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The first of the named fields that holds what is looked for. */
export function findField<T>(
  record: Record<string, unknown>,
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
): T | undefined {
  return names.map((name) => getValueAtPath(record, name)).find(isWanted)
}

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isScalar(value: unknown): value is string | number {
  return isNonEmptyText(value) || typeof value === 'number'
}
