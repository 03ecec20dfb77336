import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { itemIdParameter, shopTypeParameter } from '#shared/wire.ts'
import { qcStates } from './spec.ts'

export const qcItem = z.object({
  url: z.string(),
  /** Who took or kept the photo, in words. */
  source: z.string(),
  agent: z.string().nullable(),
  variant: z.string().nullable(),
  /** What can be seen on it, when somebody looked. */
  finding: z.string().nullable(),
  takenAt: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string().nullable(),
})
export type QcItem = z.output<typeof qcItem>

export const qcAnswer = z.object({
  state: z.enum(qcStates),
  photos: z.array(z.string()),
  items: z.array(qcItem),
})
export type QcAnswer = z.output<typeof qcAnswer>

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
    summary: 'The warehouse photos of an item from the configured outside source; null when it fails.',
    query: z.object({ shopType: shopTypeParameter, goodsId: itemIdParameter }),
    reply: z.array(z.object({ imgs: z.array(z.string()) })).nullable(),
  },
})
export type QcPhotosContract = typeof qcPhotosContract
