/** A group of goods, as `/category.json` gives it. */
export type CategoryGroup = { id: string; name: string; children: Category[] }
/** Goods of one kind; the flags are what rules of lines speak about. */
export type Category = { id: string; name: string; flags: string[] }
