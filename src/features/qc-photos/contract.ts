import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { itemIdParameter, shopTypeParameter } from '#shared/wire.ts'
import { outsideStates, qcStates } from './spec.ts'

export const qcItem = z.object({
  url: z.string(),
  /** Who took or kept the photo, in words. */
  source: z.string(),
  /** All that show it, `source` first. */
  sources: z.array(z.string()),
  agent: z.string().nullable(),
  variant: z.string().nullable(),
  /** What can be seen on it, when somebody looked. */
  finding: z.string().nullable(),
  takenAt: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  /** The average colour, as `#8fa3b2`, once the picture was drawn. */
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
  /** In words. */
  name: z.string(),
  state: z.enum(outsideStates),
  /** Since when its photos shown here are known, where it does not answer and a stored copy speaks for it. */
  asOf: z.string().nullable(),
})
export type OutsideSource = z.output<typeof outsideSource>

/** What all outside sources have of an item, each photo once. */
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
    summary: 'The warehouse photos of an item that this site keeps.',
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
      'The warehouse photos of an item from all configured outside sources; null when every one fails and none ever answered. Of items that nobody knows yet at most 120 in 5 minutes from one network.',
    query: z.object({ shopType: shopTypeParameter, goodsId: itemIdParameter }),
    reply: z.array(outsideQc).nullable(),
  },
})
export type QcPhotosContract = typeof qcPhotosContract
