/** A group of categories, as in `/category.json`. */
export type CategoryGroup = { id: string; name: string; children: Category[] }
/** One category; lines' rules refer to its flags. */
export type Category = { id: string; name: string; flags: string[] }
/** A country as in `/country.json`; `flag` is an image's URL. */
export type Country = { name: string; code: string; aliases: string[]; flag: string }
