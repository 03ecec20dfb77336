/** Literals the specification fixes for reviews (§2, §4, §5, §8, §9). */
/** Statuses in the order of §2. */
export const statusOrder = ['approved', 'denied', 'pending'] as const

export const ratingStars = 5

export const reviewLimits = {
  /** Characters of a comment. */
  comment: 2000,
  /** Maximum characters of an item's name from the reviewer's client. */
  claim: 300,
  /** Photos of a review. */
  photos: 6,
  /** Reviews that one account may send in an hour. */
  perHour: { count: 10, seconds: 3600 },
  /** Reviews of its own that an account may delete in an hour. */
  deletedPerHour: { count: 30, seconds: 3600 },
  /** Newest reviews in one response. */
  list: 1000,
  /** Characters after which the dashboard truncates (§9). */
  shownComment: 50,
  shownProduct: 10,
} as const

export const reviewText = {
  empty: 'No Review Found',
  incomplete: 'Please enter a comment and select a rating.',
  login: 'Please login to add a review',
  admin: 'Admin cannot add review',
  submitted: 'Review Submitted!',
  failed: 'Failed to fetch data!',
  noChange: 'Could not make any change!',
  deleted: 'Your review was deleted.',
  deleteFailed: "We couldn't delete your review.",
  waiting: 'Waiting for approval',
} as const

/** Error messages of the server; pages do not load them. */
export const reviewErrors = {
  tooLong: 'Keep your comment to 2,000 characters.',
  tooManyPhotos: 'Add up to 6 photos.',
  photoTwice: 'Add each photo once.',
  photoGone: 'A photo is no longer there. Please add it again.',
  unknown: 'This review no longer exists.',
  alreadyWaiting: 'Another version of this review is already pending.',
  changed: 'The author has changed this review. Please reload.',
  superseded: 'A newer version of this review is approved.',
} as const
