import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Claim, claims } from '../../claims.ts'

const fileSchema = z.array(z.enum(claims))

/** The claims that the operator's file confirms; none without a file. Throws an Error with one line when it is invalid. */
export function readConfirmedClaims(path: string | undefined): Claim[] {
  if (path === undefined) return []
  const { data } = fileSchema.safeParse(readJson(path))
  if (data) return data
  throw new Error(
    `CLAIMS is wrong. ${path} must be a JSON list of claims exactly as the site shows them: ${JSON.stringify(claims)}.`,
  )
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new Error(`CLAIMS is wrong. ${path} ${problem}.`, { cause })
  }
}
