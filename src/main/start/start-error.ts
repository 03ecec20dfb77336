import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * One sentence for the operator, on one line: the cause is theirs to change, and a stack would hide it. A failed statement is
 * told by its reason, without the values in it.
 */
export function describeStartError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return describeStartError(error.cause)
  if (error instanceof DatabaseError) return `The database refused a statement: ${error.message}.`
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}
