const withoutDecomposition: Readonly<Record<string, string>> = {
  ł: 'l',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
}

/**
 * A title for comparison: full width and case folded, marks and zero-width signs removed, `'s` dropped. Signs between
 * words stay.
 */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßøæœđı]/g, (sign) => withoutDecomposition[sign] ?? sign)
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
}

/** The entries of a list of words separated by commas. */
export function readWords(list: string): string[] {
  return list.split(', ')
}
