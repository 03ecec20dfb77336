import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Claim, claims } from '../claims.ts'

const fileSchema = z.array(z.enum(claims))

/** The claims that the operator's file keeps; none without a file. Throws one line when it is invalid. */
export function readKeptClaims(name: string | undefined): Claim[] {
  if (name === undefined) return []
  const { data } = fileSchema.safeParse(readJson(name))
  if (data) return data
  throw new Error(
    `CLAIMS is wrong. ${name} must be a list of claims as they are drawn: ${JSON.stringify(claims)}.`,
  )
}

function readJson(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'))
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new Error(`CLAIMS is wrong. ${name} ${why}.`, { cause })
  }
}
