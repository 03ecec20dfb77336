/** A group of categories, as in `/category.json`. */
export type CategoryGroup = { id: string; name: string; children: Category[] }
/** One category; lines' rules refer to its flags. */
export type Category = { id: string; name: string; flags: string[] }
