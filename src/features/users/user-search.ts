import { paths } from '#shared/paths.ts'

/** The part of the accounts that a URL lists; a search replaces the page number (§9). */
export type UserSearch = { email: string; page: number }

const pagePattern = /^[1-9]\d{0,5}$/

/** The part of a URL that selects accounts; invalid values are ignored. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  const email = (params.get('email') ?? '').trim().slice(0, 254)
  const page = params.get('page') ?? ''
  return { email, page: email === '' && pagePattern.test(page) ? Number(page) : 1 }
}

/** The URL of a list: `/dashboard/users?page=2`, `/dashboard/users?email=lee`. */
export function buildUserListUrl({ email, page }: UserSearch): string {
  const params = new URLSearchParams()
  if (email !== '') params.set('email', email)
  else if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.users()}?${params}` : paths.users()
}
