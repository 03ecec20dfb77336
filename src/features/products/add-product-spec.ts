/** Literals of the form that adds a product (§5, §8); apart from the others, which every page loads. */
export const addProductText = {
  noUrl: 'Please provide a url',
  wrongUrlTitle: 'Invalid URL',
  wrongUrl: 'Please provide a valid URL starting with http:// or https://',
  noItemTitle: 'Oops...',
  noItem: 'Invalid URL or missing parameters!',
  noName: 'A product needs a name.',
  longName: 'A name has 300 characters at most.',
  noPrice: 'A product needs a price.',
  wrongPrice: 'A price is a number of yuan.',
} as const
