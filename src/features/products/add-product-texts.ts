/** Texts of the form that adds a product (§5, §8). Separate from `texts-and-limits.ts`, which every page loads. */
export const addProductText = {
  noUrl: 'Please provide a url',
  wrongUrlTitle: 'Invalid URL',
  wrongUrl: 'Please provide a valid URL starting with http:// or https://',
  noItemTitle: 'Oops...',
  noItem: 'Invalid URL or missing parameters!',
  noName: 'Enter a name.',
  longName: 'Use 300 characters or fewer.',
  noPrice: 'Enter a price.',
  wrongPrice: 'Enter the price in yuan, like 239 or 239.50.',
} as const

/** Messages about a product's pictures. */
export const pictureText = {
  wrongLink: "We can't load images from this site. Save the image and add it as a file.",
  tooMany: 'A product can have up to 12 photos.',
  notAnImage: 'Please select an image file',
  tooLarge: 'The image can be up to 5 MB.',
  failed: "We couldn't save this photo. Please try again.",
  none: 'Send either a file or a link.',
  broken: "We can't show this image.",
  brokenLink: "We couldn't load an image from this link.",
  waiting: 'Wait until all photos are added.',
} as const
