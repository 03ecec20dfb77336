/** The token in an Authorization header, which holds it raw (§7) or after `Bearer `; undefined for any other form. */
export function tokenIn(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^bearer /i, '')
  return token && /^[\w.~+/=-]{1,8192}$/.test(token) ? token : undefined
}
