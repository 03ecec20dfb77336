/** Literals the specification fixes for the collection (§2, §5, §8). */
export const collectionText = {
  empty: 'No collections found',
  login: 'Please login to add this product to collection',
  added: 'Product added to collection.',
  notAdded: 'Failed to add product to collection.',
  noAnswer: 'An error occurred while adding to collection.',
  removedTitle: 'Deleted!',
  removed: 'Varient has been deleted.', // spelt so in the specification
  full: 'Your collection is full: it holds 1,000 items.',
  whichStore: 'Please specify the store.',
} as const

/** How long a removal can be undone, in minutes. */
export const undoMinutes = 10

/** The most items that one user may save. */
export const maxCollectionEntries = 1000
