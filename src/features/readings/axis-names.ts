/** 'XL' and '2XL（65 kg）', '39.5' and 'EU 40', '41码', '大号'. */
const sizePattern =
  /^(?:(?:x{1,4}|\d{1,2}x)?[sml](?:码|\s.*|[（(【[].*)?|(?:(?:eu|us|uk)\s?)?\d{1,3}(?:[.,]5)?\s?[码号]?|one size|均码|[大中小加特]{1,2}[号码])$/i
const colorPattern =
  /\b(?:black|white|red|blue|navy|green|gr[ae]y|pink|purple|yellow|orange|brown|beige|khaki|cream|silver|gold(?:en)?)\b|[黑白红蓝绿灰粉紫黄橙棕褐银]|米色|卡其|杏色|咖啡|藏青/i

/** The name of an axis: 'Size' or 'Color' when most of its names say so, else 'Option'. */
export function nameAxis(names: readonly string[]): 'Size' | 'Color' | 'Option' {
  const isMost = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length * 2 > names.length
  if (isMost(sizePattern)) return 'Size'
  return isMost(colorPattern) ? 'Color' : 'Option'
}
