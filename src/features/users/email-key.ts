/**
 * The canonical spelling of an email address, by which accounts are compared. Addresses are ASCII, so only ASCII
 * letters change.
 */
export function getEmailKey(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * The key of an account that an admin names. Undefined for texts that no account can have: other letters would
 * fold into ASCII ones and match another account.
 */
export function findEmailKey(email: string): string | undefined {
  return /^[!-~]+$/.test(email) ? getEmailKey(email) : undefined
}
