import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { itemIdParameter, shopTypeParameter } from '#shared/wire.ts'
import { outsideStates, qcStates } from './texts-and-limits.ts'

export const qcItem = z.object({
  url: z.string(),
  /** The display name of who took or stores the photo. */
  source: z.string(),
  /** All sources that have the photo, `source` first. */
  sources: z.array(z.string()),
  agent: z.string().nullable(),
  variant: z.string().nullable(),
  /** A remark on what the photo shows; null when it was not examined. */
  finding: z.string().nullable(),
  takenAt: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  /** The average color, like `#8fa3b2`; null until the image is rendered. */
  placeholder: z.string().nullable(),
})
export type QcItem = z.output<typeof qcItem>

export const qcAnswer = z.object({
  state: z.enum(qcStates),
  photos: z.array(z.string()),
  items: z.array(qcItem),
})
export type QcAnswer = z.output<typeof qcAnswer>

export const outsideSource = z.object({
  /** The display name. */
  name: z.string(),
  state: z.enum(outsideStates),
  /** The time of the stored copy that is used when the source fails; otherwise null. */
  asOf: z.string().nullable(),
})
export type OutsideSource = z.output<typeof outsideSource>

/** The photos of an item from all outside sources, without duplicates. */
export const outsideQc = z.object({
  imgs: z.array(z.string()),
  items: z.array(qcItem),
  sources: z.array(outsideSource),
})
export type OutsideQc = z.output<typeof outsideQc>

export const qcPhotosContract = defineContract({
  qcPhotos: {
    method: 'GET',
    path: '/qc-photos/{id}',
    access: 'anyone',
    summary: 'Lists the stored QC photos of an item.',
    params: z.object({ id: itemIdParameter }),
    query: z.object({ storeName: shopTypeParameter.optional(), shopType: shopTypeParameter.optional() }),
    reply: qcAnswer,
    cache: 'shared',
  },
  qcExternal: {
    method: 'GET',
    path: '/qc-external',
    access: 'anyone',
    summary:
      'Lists the warehouse photos of an item from all configured sources. Null means that every source failed and none has answered before. Limit for unknown items: 120 per 5 minutes per network.',
    query: z.object({ shopType: shopTypeParameter, goodsId: itemIdParameter }),
    reply: z.array(outsideQc).nullable(),
  },
})
export type QcPhotosContract = typeof qcPhotosContract
