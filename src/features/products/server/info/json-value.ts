/** Walks into parsed JSON of unknown shape by own names only; undefined where the path ends early. */
export function getValueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The records in a list; nothing when it is no list. */
export function getRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The list itself, or none. */
export function getList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
