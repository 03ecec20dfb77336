import { z } from 'zod'

type ValidationIssue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

const kindNames = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
])

/** Sets a message that names the field, for every validation error without its own message. */
export function setValidationMessages(): void {
  z.config({ customError: describeIssue })
}

function describeIssue(issue: ValidationIssue): string {
  const field = issue.path?.join('.') || 'The request'
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return `${field} is required.`
    const isField = (issue.path?.length ?? 0) > 0
    const isRepeated = isField && Array.isArray(issue.input) && issue.expected !== 'array'
    return isRepeated
      ? `${field} may be given only once.`
      : `${field} must be ${kindNames.get(issue.expected) ?? 'of another kind'}.`
  }
  if (issue.code === 'invalid_value')
    return `${field} must be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `${field} may ${describeAmount(issue.origin, issue.maximum)} at most.`
  if (issue.code === 'too_small')
    return `${field} must ${describeAmount(issue.origin, issue.minimum)} at least.`
  return `${field} is invalid.`
}

/** Describes a limit: 'have 80 characters', 'be 365'. */
function describeAmount(origin: string, amount: number | bigint): string {
  if (origin === 'string') return `have ${amount} characters`
  return origin === 'array' ? `have ${amount} entries` : `be ${amount}`
}
