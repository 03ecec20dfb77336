/** The points of the checklist, in the order in which marks are stored. */
export const checkPoints = ['label', 'colour', 'stitching', 'symmetry', 'measurements'] as const
export type CheckPoint = (typeof checkPoints)[number]
