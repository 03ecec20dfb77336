/** Literals the specification fixes for reviews (§2, §4, §5, §8, §9). */
export const reviewStatuses = ['pending', 'approved', 'denied'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export const ratingStars = 5
