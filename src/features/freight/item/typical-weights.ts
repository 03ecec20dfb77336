/**
 * The typical weight of one item of each category with its packaging, in grams, by category id. These are this site's
 * own estimates for shoppers who do not know the weight; screens label them as estimates.
 */
const gramsByCategory: Readonly<Record<string, number>> = {
  101: 250,
  102: 800,
  103: 600,
  104: 1100,
  105: 1500,
  106: 100,
  107: 150,
  108: 900,
  109: 1800,
  201: 900,
  202: 1300,
  203: 1200,
  204: 1600,
  205: 500,
  301: 900,
  302: 1000,
  303: 3800,
  304: 200,
  305: 300,
  401: 60,
  402: 80,
  403: 350,
  404: 200,
  405: 150,
  406: 60,
  501: 150,
  502: 900,
  503: 250,
  504: 700,
  505: 400,
  506: 300,
  507: 2500,
  601: 100,
  602: 120,
  603: 150,
  604: 300,
  605: 300,
  606: 250,
  607: 800,
  701: 400,
  702: 350,
  703: 700,
  704: 250,
  705: 150,
  706: 1500,
  801: 600,
  802: 900,
  803: 1000,
  804: 8000,
  805: 1200,
  806: 400,
  807: 300,
  808: 1800,
  901: 500,
  902: 450,
  903: 600,
  904: 400,
  905: 300,
  906: 500,
  907: 3000,
  1001: 800,
  1002: 500,
  1003: 500,
  1004: 200,
  1005: 200,
  1006: 700,
  1007: 400,
  1008: 100,
}

/**
 * The typical weight of one item of each of these categories, added up, in grams; undefined when none of the categories
 * is known.
 */
export function guessWeight(categories: readonly string[]): number | undefined {
  const weights = categories.flatMap((id) => gramsByCategory[id] ?? [])
  return weights.length > 0 ? weights.reduce((sum, grams) => sum + grams, 0) : undefined
}

/** Weights offered as buttons, in grams. */
export const quickWeights = [
  { name: 'T-shirt', grams: 250 },
  { name: 'Hoodie', grams: 800 },
  { name: 'Shoes', grams: 1200 },
  { name: 'Jacket', grams: 1500 },
] as const
