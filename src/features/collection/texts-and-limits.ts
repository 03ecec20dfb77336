/** Literals the specification fixes for the collection (§2, §5, §8). */
export const collectionText = {
  empty: 'No collections found',
  login: 'Please login to add this product to collection',
  added: 'Added to your collection.',
  notAdded: 'Failed to add product to collection.',
  noResponse: 'An error occurred while adding to collection.',
  removedTitle: 'Deleted!',
  removed: 'Varient has been deleted.', // the spelling of the specification
} as const

/** Error messages of the server; pages do not load them. */
export const collectionErrors = {
  full: 'Your collection is full (1,000 items). Remove one to add another.',
  whichStore: 'Please specify the store.',
  noVariant: 'The seller offers this variant no more.',
} as const

/** How long a removal can be undone, in minutes. */
export const undoMinutes = 10

/** The maximum number of items that one user may save. */
export const maxCollectionEntries = 1000
