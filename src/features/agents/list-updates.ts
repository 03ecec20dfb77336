import { nextDefault } from './agent-choice.ts'
import type { Agent } from './contract.ts'

type AgentListRow = Pick<Agent, '_id' | 'active' | 'isSelected' | 'to'>

/** The list with another default agent. */
export function applyDefault<R extends AgentListRow>(rows: readonly R[], id: string): R[] {
  return rows.map((row) =>
    row.isSelected === (row._id === id) ? row : { ...row, isSelected: row._id === id },
  )
}

/** The list with one agent opened or closed; the default passes on where it must (§4, §5). */
export function applyActive<R extends AgentListRow>(rows: readonly R[], id: string, active: boolean): R[] {
  const changed = rows.map((row) =>
    row._id === id ? { ...row, active, isSelected: active && row.isSelected } : row,
  )
  return ensureDefault(changed)
}

/** Sees to a default where there is none. */
export function ensureDefault<R extends AgentListRow>(rows: readonly R[]): R[] {
  const next = nextDefault(rows)
  const hasDefault = rows.some(({ active, isSelected }) => active && isSelected)
  return next && !hasDefault ? applyDefault(rows, next._id) : [...rows]
}
