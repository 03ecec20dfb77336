import { findNextDefault } from './agent-choice.ts'
import type { Agent } from './contract.ts'

type AgentListRow = Pick<Agent, '_id' | 'active' | 'isSelected' | 'to'>

/** The list with this agent as the default. */
export function applyDefault<R extends AgentListRow>(rows: readonly R[], id: string): R[] {
  return rows.map((row) =>
    row.isSelected === (row._id === id) ? row : { ...row, isSelected: row._id === id },
  )
}

/** The list with one agent turned on or off; if necessary another agent becomes the default (§4, §5). */
export function applyActive<R extends AgentListRow>(rows: readonly R[], id: string, active: boolean): R[] {
  const changed = rows.map((row) =>
    row._id === id ? { ...row, active, isSelected: active && row.isSelected } : row,
  )
  return ensureDefault(changed)
}

/** Chooses a default agent when none is active. */
export function ensureDefault<R extends AgentListRow>(rows: readonly R[]): R[] {
  const next = findNextDefault(rows)
  const hasDefault = rows.some(({ active, isSelected }) => active && isSelected)
  return next && !hasDefault ? applyDefault(rows, next._id) : [...rows]
}
