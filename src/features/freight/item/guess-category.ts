/** English words by category id. Specific patterns come first: a down jacket must not match the category of jackets. */
const categoryPatterns: readonly (readonly [category: string, words: RegExp])[] = [
  ['304', /\b(wallet|card holder|purse)/],
  ['302', /\b(backpack|day ?pack|rucksack|duffel)/],
  ['301', /\b(handbag|tote|crossbody|shoulder bag)/],
  ['303', /\bsuitcase/],
  ['305', /\bbelts?\b/],
  ['204', /\bboots?\b/],
  ['205', /\b(slides?|sandals?|slippers?|clogs?)\b/],
  ['203', /\b(loafers?|oxfords?|derby|dress shoes?)\b/],
  ['201', /\b(sneakers?|trainers?|runners?|high-tops?|shoes?)\b/],
  ['105', /\b(down|puffer|padded|quilted)\b/],
  ['104', /\b(jackets?|coats?|parka|windbreaker|vest|blazer)\b/],
  ['102', /\b(hoodies?|sweaters?|sweatshirts?|jumpers?|cardigans?|pullovers?)\b/],
  ['103', /\b(jeans|trousers|pants|sweatpants|joggers|shorts|leggings)\b/],
  ['106', /\b(socks?|underwear|boxers|bras?|bikini|swimsuit)\b/],
  ['107', /\b(caps?|hats?|beanies?|scarf|scarves|gloves?)\b/],
  ['101', /\b(t-shirts?|tees?|shirts?|polos?|tops?|blouse)\b/],
  ['404', /\bwatch(es)?\b/],
  ['405', /\b(sun)?glasses\b/],
  ['401', /\b(necklace|earrings?|bracelet|ring|pendant|brooch)\b/],
  ['503', /\b(earbuds|earphones?|headphones?|speakers?)\b/],
  ['901', /\bplush\b/],
]

/** The category that a name suggests, by its id; undefined when no pattern matches. */
export function guessCategory(name: string): string | undefined {
  const lower = name.toLowerCase()
  return categoryPatterns.find(([, pattern]) => pattern.test(lower))?.[0]
}
