/** A country as `/country.json` gives it; `flag` is a picture's address. */
export type Country = { name: string; code: string; aliases: string[]; flag: string }
