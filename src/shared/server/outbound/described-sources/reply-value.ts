/** The value at a path like `data.0.qcList` in an unknown value; the empty path is the value itself. */
export function getValueAtPath(value: unknown, path: string): unknown {
  const pathNames = path === '' ? [] : path.split('.')
  return pathNames.reduce<unknown>(
    (part, name) => (isObjectLike(part) && Object.hasOwn(part, name) ? part[name] : undefined),
    value,
  )
}

/** True for objects and arrays. */
export function isObjectLike(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The first of the named fields with a value of the expected type. */
export function findField<T>(
  record: unknown,
  names: readonly string[],
  hasType: (value: unknown) => value is T,
): T | undefined {
  if (!isObjectLike(record)) return undefined
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (hasType(value)) return value
  }
  return undefined
}

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isScalar(value: unknown): value is string | number {
  return isNonEmptyText(value) || typeof value === 'number'
}
