/** A country as in `/country.json`; `flag` is an image's URL. */
export type Country = { name: string; code: string; aliases: string[]; flag: string }
