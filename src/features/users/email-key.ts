/**
 * The canonical spelling of an email address, by which accounts are compared. Addresses are ASCII, so only ASCII
 * letters change.
 */
export function getEmailKey(email: string): string {
  return email.trim().toLowerCase()
}
