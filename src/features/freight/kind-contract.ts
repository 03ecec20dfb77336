import { z } from 'zod'
import { kindIds, noKind } from './kinds/kind.ts'

/** What a parcel needs of an item's kind. */
export const itemKind = z.object({
  id: z.enum(kindIds),
  /** A category id of /category.json. */
  category: z.string(),
  /** The typical weight of one packed piece, in grams. */
  gramsFrom: z.number(),
  gramsTo: z.number(),
})
export type ItemKind = z.output<typeof itemKind>

/** The kind that an admin has set; `none` for an item that is of no kind. */
export const ownKind = z.enum([...kindIds, noKind])
