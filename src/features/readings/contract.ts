import { z } from 'zod'
import { itemKind } from '#features/freight/kind-contract.ts'
import { statusFilter } from '#features/moderation/contract.ts'
import { moderationStatuses } from '#shared/column-values.ts'
import { defineContract } from '#shared/contract.ts'
import { capMarks } from '#shared/format/cap-marks.ts'
import { hasVisibleText, plainLine } from '#shared/format/plain-text.ts'
import { hintCurrencies } from '#shared/items/link-hints.ts'
import { itemIdParameter, pageParameters, shopTypeParameter } from '#shared/wire.ts'
import { findContact } from './check-text.ts'
import { readingLimits } from './page-reading.ts'
import { removeHidingMarks } from './read-text.ts'
import { readingRules } from './texts-and-limits.ts'

/** Facts of an item that a member read in its page. */
const facts = {
  title: z.string().nullable(),
  /** In `currency`; the lower end when `priceTo` is set. */
  price: z.number().nullable(),
  priceTo: z.number().nullable(),
  currency: z.enum(hintCurrencies).nullable(),
  /** In grams. */
  weight: z.number().nullable(),
  /** The names that can be chosen, by axis. */
  variants: z.array(z.array(z.string())),
}

/** Who vouches for a reading besides the member who sent it. */
const confirmations = ['none', 'members', 'admin'] as const

export const itemReading = z.object({
  _id: z.string(),
  shopType: z.string(),
  productCode: z.string(),
  ...facts,
  /** The kind of goods that the title names; null for none. */
  kind: itemKind.nullable(),
  /** URLs; for others only after an admin's approval. */
  pictures: z.array(z.string()),
  confirmedBy: z.enum(confirmations),
  status: z.enum(moderationStatuses),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The caller sent it. */
  isOwn: z.boolean(),
  /** Members' answers to "Is this right?", for admins; 0 for others. */
  reports: z.object({ right: z.number(), off: z.number() }),
})
export type ItemReading = z.output<typeof itemReading>

/** A line that others will read: no marks that turn it, no link, no way to reach someone; hidden marks are removed. */
const publicLine = (max: number) =>
  z
    .string()
    .overwrite(removeHidingMarks)
    .trim()
    .overwrite(capMarks)
    .min(1)
    .max(max)
    .regex(plainLine, 'This text cannot be used.')
    .refine(hasVisibleText, 'This text cannot be used.')
    .superRefine((text, context) => {
      const message = findContact(text)
      if (message) context.addIssue({ code: 'custom', message })
    })

const amount = z.number().positive().max(readingLimits.price).multipleOf(0.01)

export const readingDraft = z.strictObject({
  shopType: shopTypeParameter,
  productCode: itemIdParameter,
  title: publicLine(readingLimits.title).nullish(),
  price: amount.nullish(),
  priceTo: amount.nullish(),
  currency: z.enum(hintCurrencies).nullish(),
  weight: z.int().positive().max(readingLimits.weightGrams).nullish(),
  variants: z
    .array(z.array(publicLine(readingLimits.name)).min(1))
    .max(readingLimits.axes)
    .default([]),
  pictures: z.array(z.string().max(2048)).max(readingLimits.pictures).default([]),
  /** Ids of uploaded photos (`POST /qc-photos/uploads`): pictures from the member's own device. */
  uploads: z.array(z.uuid()).max(readingLimits.uploads).default([]),
})
export type ReadingDraft = z.output<typeof readingDraft>

/** An admin's decisions, and members' answers. */
export const verdicts = [...moderationStatuses, 'right', 'off'] as const

export const readingsContract = defineContract({
  createReading: {
    method: 'POST',
    path: '/items/readings',
    access: 'user',
    accountLimit: readingRules.perHour,
    forAdmins: 'the limit of waiting readings does not apply.',
    summary:
      'Hands over what you read in the page of an item that this site does not know. What a second reading of the same item names replaces that of your first.',
    body: readingDraft,
    reply: itemReading,
  },
  getReadings: {
    method: 'GET',
    path: '/items/readings',
    access: 'anyone',
    adminOnly: ['status'],
    adminMayOmit: ['shopType', 'productCode'],
    forAdmins: 'all readings in any status, newest first.',
    summary: 'Returns the reading of an item that is shown to everyone, if there is one.',
    query: z.object({
      shopType: shopTypeParameter.optional(),
      productCode: itemIdParameter.optional(),
      status: statusFilter.optional(),
      ...pageParameters(readingRules.list),
    }),
    reply: z.array(itemReading),
  },
  judgeReading: {
    method: 'PATCH',
    path: '/items/readings',
    access: 'user',
    accountLimit: readingRules.reportsPerHour,
    forAdmins: 'they approve, deny, or set back to pending.',
    summary: 'Says whether a reading is right or off, for an admin to look at.',
    query: z.object({
      id: z.uuid(),
      verdict: z.enum(verdicts),
      /** The `updatedAt` that the admin saw; returns 409 when the reading was changed since. */
      seen: z.iso.datetime().optional(),
    }),
    reply: itemReading,
  },
})
export type ReadingsContract = typeof readingsContract
