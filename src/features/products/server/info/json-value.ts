/** The value at a path in parsed JSON of unknown shape, by own properties only; undefined when there is none. */
export function getValueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

/** Whether a value is an object that is no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The records in a list; empty when the value is no list. */
export function getRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The value if it is a list, else an empty list. */
export function getList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
