import { z } from 'zod'
import { readJsonFile } from '#platform/json-file.ts'
import { type Claim, claims } from '../../claims.ts'

const fileSchema = z.array(z.enum(claims))

/** The claims that the operator's file confirms; none without a file. Throws an Error with one line when it is invalid. */
export function readConfirmedClaims(path: string | undefined): Claim[] {
  if (path === undefined) return []
  const { data } = fileSchema.safeParse(readJsonFile('CLAIMS', path))
  if (data) return data
  throw new Error(
    `CLAIMS is wrong. ${path} must be a JSON list of claims exactly as the site shows them: ${JSON.stringify(claims)}.`,
  )
}
