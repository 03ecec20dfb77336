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
    sentence: 'You have added many photos in a short time. Please try again later.',
  },
  setsPerHour: {
    count: 10,
    seconds: 3600,
    sentence: 'You have sent photos many times in the last hour. Please try again later.',
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
  /** Sets that nobody moderated: admins were away for long, or have given them up. */
  pending: 60 * DAY_MS,
} as const

/** Messages about members' photos. */
export const submissionText = {
  login: 'Log in to add photos',
  privacy: 'Location and other metadata are removed.',
  wanted: 'Wanted: the label, measurements beside a ruler, the stitching. No faces, no addresses.',
  sent: 'Thank you. Your photos are shown once approved.',
  added: 'The photos are shown now.',
  waiting: 'Waiting for approval',
  deleted: 'The photos have been deleted.',
  empty: 'No photos found',
  uploadFailed: 'The photo could not be added.',
  sendFailed: 'The photos could not be sent.',
  noChange: 'Could not make any change!',
  deleteFailed: 'The photos could not be deleted.',
  notAnImage: 'Please select an image file',
  tooLarge: 'The image may have 5 MB at most.',
  tooManyUnused: 'You have 24 photos that were not sent yet. Please send or remove some first.',
  tooManyWaiting:
    'You have 30 sets of photos waiting for approval. Please send more once some were looked at.',
  queueFull: 'Too many photos are waiting for approval right now. Please try again in a few days.',
  tooMany: 'You can send 12 photos at once.',
  none: 'Please add a photo.',
  twice: 'Each photo can be sent once.',
  gone: 'A photo is no longer there. Please add it again.',
  unknown: 'There are no such photos.',
  changed: 'These photos were judged by someone else. Please reload.',
  wrongDate: 'Please choose a day that has come.',
} as const
