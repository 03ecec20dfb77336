/** Texts that the specification fixes for changes of products (§2, §4, §8). Separate from `texts-and-limits.ts`, which every page loads. */
export const manageProductText = {
  added: 'Product added successfully!',
  updated: 'Product updated successfully!',
  moved: 'Serial updated successfully!',
  trended: 'Trending list updated!',
  deletedTitle: 'Deleted!',
  deleted: 'Product has been deleted.',
  exists: 'Product already exists.',
  unknown: 'This product no longer exists.',
  changed: 'This product was changed by someone else. Please reload.',
  wrongPicture: "We can't show this image.",
  wrongPrice: 'Enter the price in yuan, like 239 or 239.50.',
  wrongDimensions: 'Dimensions must look like 4.5x4.5x1',
  wrongKind: 'Choose a kind of goods from the list.',
  wrongWeight: 'Enter the weight in whole grams, 1 to 1,000,000.',
  wrongShippingTime: 'Enter the shipping time in whole days, 0 to 365.',
  /** For a response without a message, and for a failed request (§8). */
  changeFailed: 'Network response was not ok',
} as const
