import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** How many photos people hand in, and how often. */
export const submissionLimits = {
  /** Photos of one set. */
  photos: 12,
  /** Uploads of one account that are not submitted yet. */
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
  /** Pending submissions: per account more than any haul has items, in all what admins moderate in weeks. */
  waitingOfAccount: 30,
  waiting: 2_000,
  /** Maximum characters of an agent's and a variant's name. */
  agent: 80,
  variant: 120,
  /** Of the dashboard's list. */
  page: 20,
} as const

/** How long photos that are not public are kept, in ms. */
export const submissionRetentionMs = {
  /** Uploads that were not handed in. */
  unused: HOUR_MS,
  /** Denied sets, for the admin who thinks again. */
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
