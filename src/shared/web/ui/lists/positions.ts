type PositionedRow = { _id: string; serial: number }

/**
 * The list after one of its rows moved to a position from 1 on; those between move by one, and positions have
 * no gaps.
 */
export function moveItem<R extends PositionedRow>(rows: readonly R[], id: string, place: number): R[] {
  const row = rows.find(({ _id }) => _id === id)
  if (!row) return [...rows]
  const others = rows.filter((other) => other !== row)
  return renumber([...others.slice(0, place - 1), row, ...others.slice(place - 1)])
}

/** The list without one of its rows; those behind it move up. */
export function removeItem<R extends PositionedRow>(rows: readonly R[], id: string): R[] {
  return renumber(rows.filter(({ _id }) => _id !== id))
}

function renumber<R extends PositionedRow>(rows: readonly R[]): R[] {
  return rows.map((row, index) => (row.serial === index + 1 ? row : { ...row, serial: index + 1 }))
}

/** The positions of a list, for a select: '1' to the number of rows. */
export function getPositions(count: number): { value: string; label: string }[] {
  return Array.from({ length: count }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1}` }))
}
