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

/** How long an item that was taken out comes back as it was kept, in minutes. */
export const undoMinutes = 10

/** Items that one person may keep. */
export const collectionSize = 1000
