import type { Agent } from './contract.ts'

type Row = Pick<Agent, '_id' | 'serial' | 'active' | 'isSelected'>

/** The list with another default. */
export function applyDefault<R extends Row>(rows: readonly R[], id: string): R[] {
  return rows.map((row) =>
    row.isSelected === (row._id === id) ? row : { ...row, isSelected: row._id === id },
  )
}

/** The list with one agent opened or closed; the default passes on to the next active one where it must (§4, §5). */
export function applyActive<R extends Row>(rows: readonly R[], id: string, active: boolean): R[] {
  const changed = rows.map((row) =>
    row._id === id ? { ...row, active, isSelected: active && row.isSelected } : row,
  )
  return ensureDefault(changed, rows.find(({ _id }) => _id === id)?.serial)
}

/** Sees to a default where there is none: the next active one behind a place, else the first. */
export function ensureDefault<R extends Row>(rows: readonly R[], behind = 0): R[] {
  const active = rows.filter((row) => row.active)
  const next = active.find(({ serial }) => serial > behind) ?? active[0]
  return next && !active.some(({ isSelected }) => isSelected) ? applyDefault(rows, next._id) : [...rows]
}
