import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * One line for the operator, without a stack, because the operator can fix the cause. For a failed statement it contains the
 * reason, but not the values of the statement.
 */
export function describeStartError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return describeStartError(error.cause)
  if (error instanceof DatabaseError) return `The database rejected a statement: ${error.message}.`
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}
