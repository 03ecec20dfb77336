import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** The limits of members' photos. */
export const submissionLimits = {
  /** The maximum number of photos in one submission. */
  photos: 12,
  /** The maximum number of unsubmitted uploads of one account. */
  unused: 24,
  uploadsPerHour: {
    count: 60,
    seconds: 3600,
    sentence: "You're adding photos too quickly. Please try again later.",
  },
  setsPerHour: {
    count: 10,
    seconds: 3600,
    sentence: "You've submitted many photos in the last hour. Please try again later.",
  },
  /** The maximum number of pending submissions, per account and in total. */
  waitingOfAccount: 30,
  waiting: 2_000,
  /** Maximum characters of an agent's and a variant's name. */
  agent: 80,
  variant: 120,
  /** The number of submissions on a page of the dashboard. */
  page: 20,
} as const

/** How long photos that are not public are kept, in ms. */
export const submissionRetentionMs = {
  /** Uploads that were not submitted. */
  unused: HOUR_MS,
  /** Denied submissions, which an admin may still approve. */
  denied: 30 * DAY_MS,
  /** Submissions that no admin moderated in this time. */
  pending: 60 * DAY_MS,
} as const

/** Messages about members' photos. */
export const submissionText = {
  login: 'Log in to add photos',
  privacy: 'We remove location and other metadata.',
  useful: 'Most useful: the label, a ruler, the stitching.',
  unwanted: 'No faces or addresses.',
  sent: 'Thank you. Your photos will appear once approved.',
  added: 'Your photos are public now.',
  waiting: 'Waiting for approval',
  deleted: 'The photos were deleted.',
  empty: 'No photos found',
  uploadFailed: "We couldn't add the photo. Please try again.",
  sendFailed: "We couldn't submit your photos. Please try again.",
  noChange: 'Could not make any change!',
  deleteFailed: "We couldn't delete the photos. Please try again.",
  notAnImage: 'Please select an image file',
  tooLarge: 'Choose an image of 5 MB or less.',
  tooManyUnused: 'You have 24 unsubmitted photos. Submit or remove some first.',
  tooManyWaiting: 'You have 30 photo submissions pending. Submit more once some are approved.',
  queueFull: 'Too many photos are pending right now. Please try again in a few days.',
  tooMany: 'You can submit up to 12 photos at once.',
  none: 'Add a photo.',
  twice: "You've already submitted this photo.",
  gone: 'A photo is no longer there. Please add it again.',
  unknown: 'These photos no longer exist.',
  changed: 'Someone else already moderated these photos. Please reload.',
  wrongDate: 'Choose today or an earlier date.',
} as const
