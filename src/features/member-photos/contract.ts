import { z } from 'zod'
import { statusFilter } from '#features/moderation/contract.ts'
import { moderationStatuses } from '#shared/column-values.ts'
import { defineContract } from '#shared/contract.ts'
import { DAY_MS } from '#shared/time.ts'
import { itemIdParameter, optionalLineParameter, shopTypeParameter } from '#shared/wire.ts'
import { submissionLimits, submissionText } from './texts-and-limits.ts'

const picture = { url: z.string(), width: z.number(), height: z.number() }

/** An uploaded photo that is not submitted yet. */
export const photoUpload = z.object({ id: z.string(), ...picture })
export type PhotoUpload = z.output<typeof photoUpload>

/** Photos of one item that a member submitted together, in order. */
export const photoSubmission = z.object({
  _id: z.string(),
  shopType: z.string(),
  productCode: z.string(),
  /** Empty when the name is unknown. */
  productName: z.string(),
  /** The author. */
  name: z.string(),
  agent: z.string().nullable(),
  variant: z.string().nullable(),
  takenAt: z.string().nullable(),
  /** The photos are also in a review, which is moderated separately. */
  isOfReview: z.boolean(),
  status: z.enum(moderationStatuses),
  createdAt: z.string(),
  /** The time of the last moderation. */
  updatedAt: z.string(),
  photos: z.array(z.object(picture)),
})
export type PhotoSubmission = z.output<typeof photoSubmission>

/** The day when the photos were taken; in eastern time zones it may be tomorrow. */
const day = z.iso
  .date(submissionText.wrongDate)
  .refine((text) => text >= '2000-01-01' && Date.parse(text) < Date.now() + DAY_MS, submissionText.wrongDate)

export const photoSubmissionDraft = z.object({
  shopType: shopTypeParameter,
  productCode: itemIdParameter,
  uploads: z
    .array(z.uuid())
    .min(1, submissionText.none)
    .max(submissionLimits.photos, submissionText.tooMany)
    .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, submissionText.twice),
  agent: optionalLineParameter(submissionLimits.agent),
  variant: optionalLineParameter(submissionLimits.variant),
  takenAt: z.union([z.literal('').transform(() => null), day]).nullish(),
})
export type PhotoSubmissionDraft = z.output<typeof photoSubmissionDraft>

const page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'page must be a whole number from 1 on.')
  .transform(Number)
const byId = z.object({ id: z.uuid() })

export const memberPhotosContract = defineContract({
  uploadQcPhoto: {
    method: 'POST',
    path: '/qc-photos/uploads',
    access: 'user',
    forAdmins: 'the limit of pending photos does not apply.',
    summary: 'Uploads one photo. It is saved without its metadata, and deleted if it is not submitted.',
    file: 'required',
    accountLimit: submissionLimits.uploadsPerHour,
    reply: photoUpload,
  },
  deleteQcUpload: {
    method: 'DELETE',
    path: '/qc-photos/uploads/{id}',
    access: 'user',
    summary: 'Deletes a photo of yours that is not submitted yet.',
    params: byId,
    reply: z.null(),
  },
  createQcSet: {
    method: 'POST',
    path: '/qc-photos/sets',
    access: 'user',
    forAdmins: 'they are shown at once, and the limit of pending photos does not apply.',
    summary: 'Submits photos of an item. They are shown after approval.',
    body: photoSubmissionDraft,
    reply: photoSubmission,
  },
  qcSetsOfMine: {
    method: 'GET',
    path: '/qc-photos/sets/mine',
    access: 'user',
    summary: 'Lists your photos of an item that wait for approval.',
    query: z.object({ shopType: shopTypeParameter, productCode: itemIdParameter }),
    reply: z.array(photoSubmission),
  },
  qcSets: {
    method: 'GET',
    path: '/qc-photos/sets',
    access: 'admin',
    summary: 'Lists submitted photos, newest first, 20 submissions a page.',
    query: z.object({ status: statusFilter.optional(), page: page.optional() }),
    reply: z.array(photoSubmission),
  },
  judgeQcSet: {
    method: 'POST',
    path: '/qc-photos/sets/{id}/status',
    access: 'admin',
    summary: 'Approves or denies photos, or sets them back to pending.',
    params: byId,
    body: z.object({
      status: z.enum(moderationStatuses),
      /** `updatedAt` as the admin saw it; a submission that was moderated since is not changed. */
      seen: z.iso.datetime().optional(),
    }),
    reply: photoSubmission,
  },
  deleteQcSet: {
    method: 'DELETE',
    path: '/qc-photos/sets/{id}',
    access: 'admin',
    summary: 'Deletes the photos of one submission permanently.',
    params: byId,
    reply: z.null(),
  },
})
export type MemberPhotosContract = typeof memberPhotosContract
