type PositionedRow = { _id: string; serial: number }

/**
 * The list after one of its rows has moved to a position, counted from 1. The rows in between move by one, so
 * that positions have no gaps.
 */
export function moveItem<R extends PositionedRow>(rows: readonly R[], id: string, position: number): R[] {
  const row = rows.find(({ _id }) => _id === id)
  if (!row) return [...rows]
  const remainingRows = rows.filter((each) => each !== row)
  return renumber([...remainingRows.slice(0, position - 1), row, ...remainingRows.slice(position - 1)])
}

/**
 * A filtered list after one of its rows has moved to a position. Hidden rows have positions too, so positions
 * may have gaps.
 */
export function previewMove<R extends PositionedRow>(rows: readonly R[], id: string, position: number): R[] {
  const from = rows.find(({ _id }) => _id === id)?.serial
  if (from === undefined || from === position) return [...rows]
  const by = from < position ? -1 : 1
  const [first, last] = from < position ? [from, position] : [position, from]
  return rows
    .map((row) => {
      if (row._id === id) return { ...row, serial: position }
      return row.serial < first || row.serial > last ? row : { ...row, serial: row.serial + by }
    })
    .sort((a, b) => a.serial - b.serial)
}

/** The list without one of its rows; the following rows move up. */
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
